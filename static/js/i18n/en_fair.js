// @ts-check
/** The words of the verify panel in English. */

export const fair = {
  'fair.intro':
    'The table was bound to its secrets before anybody sat down, and each browser added a seed of its own. Your browser now makes the deal again from both, and compares.',
  'fair.none': 'No round has ended yet. A round’s secret is shown when the round is over.',
  'fair.rounds': 'Rounds of this match',
  'fair.checking': 'Checking round {n}…',
  'fair.all_good': 'Round {n} was dealt fairly: everything agrees.',
  'fair.not_good': 'Round {n}: something does not agree.',
  'fair.scheme.bad': 'There is no proof of this deal that this page can read.',
  'fair.secret.good': {
    one: 'The secret of this round, hashed once, gives the table’s commitment: it was fixed beforehand.',
    other:
      'The secret of this round, hashed {n} times, gives the table’s commitment: it was fixed beforehand.',
  },
  'fair.secret.bad': 'The secret of this round does not lead to the table’s commitment.',
  'fair.bound.good': 'That commitment is the one that your browser saw before the match began.',
  'fair.bound.bad': 'That commitment is not the one that your browser saw before the match began.',
  'fair.bound.unseen': 'Your browser did not see the table before the match, so it can’t compare.',
  'fair.seeds.good': 'Every seed that was shown is the one that its player had promised.',
  'fair.seeds.bad': 'A seed is not the one that its player had promised.',
  'fair.own.good': 'Your own seed is among them: nobody could choose this deal.',
  'fair.own.bad': 'Your own seed is not among them.',
  'fair.own.unseen': 'Your browser added no seed to this match.',
  'fair.order.good': 'Secret and seeds, shuffled, give just the order in which the tiles lay.',
  'fair.order.bad': 'Secret and seeds, shuffled, give another order than was dealt.',
  'fair.played.good':
    'Every tile that was played, drawn or left over came from the hand where the shuffle put it.',
  'fair.played.bad': 'A tile was not where the shuffle had put it.',
  'fair.played.unseen':
    'This page did not see the end of the round, so it can’t compare the plays.',
  'fair.progress': 'Checking round {n} of {all}…',
  'fair.all_rounds': {
    one: 'The one round of this match was dealt fairly: everything agrees.',
    other: 'All {n} rounds of this match were dealt fairly: everything agrees.',
  },
  'fair.some_bad': 'Something does not agree. Rounds: {rounds}',
  'fair.bad_round': 'Round {n}: does not agree',
  'fair.hands': 'As it was dealt',
  'fair.values': 'The values, to check elsewhere',
  'fair.commitment': 'Commitment of the table',
  'fair.secret': 'Secret of the round',
  'fair.place': 'Its place in the chain',
  'fair.seed_of': 'Seed of {name}',
  'fair.seed_none': 'added nothing',
  'fair.seed_withheld': 'promised, but not shown in time',
  'fair.copy': 'Copy as JSON',
  'fair.copied': 'Copied',
};
