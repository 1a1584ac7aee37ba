// @ts-check
/** The words of the analysis in Portuguese. */

export const analysis = {
  'analysis.waiting': 'O especialista examina cada jogada da partida…',
  'analysis.progress': '{n} de {moves} jogadas',
  'analysis.failed': 'A análise falhou.',
  'analysis.again': 'Tentar de novo',
  'analysis.accuracy': 'Quão bem se escolheu',
  'analysis.hint': '100 % significa: sempre o que o especialista teria jogado.',
  'analysis.moves': 'Jogadas de {name}',
  'analysis.round': 'Rodada {n}',
  'analysis.on': '{tile} na ponta {pips}',
  'analysis.lead': '{tile} de saída',
  'analysis.played': '{name} jogou {play}.',
  'analysis.forced': 'Não havia escolha.',
  'analysis.as_good': 'Tão boa quanto a melhor.',
  'analysis.best': 'Melhor: {play}.',
  'analysis.cost': 'Custou {cost} da chance de ganhar.',
  'analysis.chance': 'Com a melhor jogada a chance de ganhar era {chance}.',
  'analysis.position': 'A posição: {tiles}. Mão: {hand}.',
  'analysis.empty': 'ainda não há pedras',
};
