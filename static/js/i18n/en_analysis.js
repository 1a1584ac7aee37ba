// @ts-check
/** The words of the analysis in English. */

export const analysis = {
  'analysis.waiting': 'The expert looks at every move of the match…',
  'analysis.progress': '{n} of {moves} moves',
  'analysis.failed': 'The analysis has failed.',
  'analysis.again': 'Try again',
  'analysis.accuracy': 'How well they chose',
  'analysis.hint': '100 % means: always what the expert would have played.',
  'analysis.moves': 'Moves of {name}',
  'analysis.round': 'Round {n}',
  'analysis.on': '{tile} on the {pips}',
  'analysis.lead': '{tile} as the lead',
  'analysis.played': '{name} played {play}.',
  'analysis.forced': 'There was no choice.',
  'analysis.as_good': 'As good as the best.',
  'analysis.best': 'Best: {play}.',
  'analysis.cost': 'That cost {cost} of the chance to win.',
  'analysis.chance': 'With the best play the chance to win was {chance}.',
  'analysis.position': 'The position: {tiles}. Hand: {hand}.',
  'analysis.empty': 'no tile lies yet',
};
