// @ts-check
/** The words of the verify panel in Portuguese. */

export const fair = {
  'fair.intro':
    'A mesa ficou presa aos seus segredos antes de alguém se sentar, e cada navegador juntou uma semente própria. Agora o seu navegador refaz a distribuição com ambos e compara.',
  'fair.none': 'Nenhuma rodada terminou ainda. O segredo é mostrado quando a rodada acaba.',
  'fair.rounds': 'Rodadas desta partida',
  'fair.checking': 'Verificando a rodada {n}…',
  'fair.all_good': 'A rodada {n} foi distribuída com lisura: tudo confere.',
  'fair.not_good': 'Rodada {n}: algo não confere.',
  'fair.scheme.bad': 'Não há prova desta distribuição que esta página saiba ler.',
  'fair.secret.good': {
    one: 'O segredo desta rodada, passado uma vez pelo hash, dá o compromisso da mesa: estava fixado de antemão.',
    other:
      'O segredo desta rodada, passado {n} vezes pelo hash, dá o compromisso da mesa: estava fixado de antemão.',
  },
  'fair.secret.bad': 'O segredo desta rodada não leva ao compromisso da mesa.',
  'fair.bound.good': 'Esse compromisso é o que o seu navegador viu antes de a partida começar.',
  'fair.bound.bad': 'Esse compromisso não é o que o seu navegador viu antes de a partida começar.',
  'fair.bound.unseen':
    'O seu navegador não viu a mesa antes da partida, por isso não pode comparar.',
  'fair.seeds.good': 'Cada semente mostrada é a que o seu jogador tinha prometido.',
  'fair.seeds.bad': 'Uma semente não é a que o seu jogador tinha prometido.',
  'fair.own.good':
    'A sua própria semente está entre elas: ninguém pôde escolher esta distribuição.',
  'fair.own.bad': 'A sua própria semente não está entre elas.',
  'fair.own.unseen': 'O seu navegador não juntou nenhuma semente a esta partida.',
  'fair.order.good':
    'O segredo e as sementes, embaralhados, dão exatamente a ordem em que as peças estavam.',
  'fair.order.bad': 'O segredo e as sementes, embaralhados, dão outra ordem que a distribuída.',
  'fair.played.good':
    'Cada peça jogada, comprada ou restante veio da mão onde o embaralhamento a pôs.',
  'fair.played.bad': 'Uma peça não estava onde o embaralhamento a tinha posto.',
  'fair.played.unseen':
    'Esta página não viu o fim da rodada, por isso não pode comparar as jogadas.',
  'fair.progress': 'Conferindo a rodada {n} de {all}…',
  'fair.all_rounds': {
    one: 'A única rodada desta partida foi distribuída com lisura: tudo confere.',
    other: 'As {n} rodadas desta partida foram distribuídas com lisura: tudo confere.',
  },
  'fair.some_bad': 'Algo não confere. Rodadas: {rounds}',
  'fair.bad_round': 'Rodada {n}: não confere',
  'fair.hands': 'Como foi distribuído',
  'fair.values': 'Os valores, para verificar noutro lugar',
  'fair.commitment': 'Compromisso da mesa',
  'fair.secret': 'Segredo da rodada',
  'fair.place': 'O seu lugar na cadeia',
  'fair.seed_of': 'Semente de {name}',
  'fair.seed_none': 'não juntou nada',
  'fair.seed_withheld': 'prometida, mas não mostrada a tempo',
  'fair.copy': 'Copiar como JSON',
  'fair.copied': 'Copiado',
};
