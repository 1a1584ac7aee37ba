// @ts-check
/** The words of the verify panel in English. */

export const fair = {
  'fair.intro':
    'The table was bound to its secrets before anybody sat down, and each browser added a seed of its own. Your browser now makes the deal again from both, and compares.',
  'fair.none': 'No round has ended yet. A round’s secret is shown when the round is over.',
  'fair.rounds': 'Rounds of this match',
  'fair.checking': 'Checking round {n}…',
  'fair.verdict.good': 'Round {n} was dealt fairly: everything agrees.',
  'fair.verdict.bad': 'Round {n}: something does not agree.',
  'fair.verdict.unseen':
    'Round {n}: what could be checked agrees, but not everything could be. So this browser can’t say that nobody chose the tiles.',
  'fair.scheme.bad': 'There is no proof of this deal that this page can read.',
  'fair.scheme.good': 'The shuffle depends on this table, this match and its place in the chain.',
  'fair.scheme.unseen':
    'This table was opened under an earlier scheme. Its shuffle does not depend on the table, on the place in the chain or on promises that were not kept, so a dishonest server could have chosen the tiles.',
  'fair.secret.good': {
    one: 'The secret of this round, hashed once, gives the table’s commitment: it was fixed beforehand.',
    other:
      'The secret of this round, hashed {n} times, gives the table’s commitment: it was fixed beforehand.',
  },
  'fair.secret.bad': 'The secret of this round does not lead to the table’s commitment.',
  'fair.bound.good':
    'Table, match, commitment and place in the chain are those that your browser saw before the match began.',
  'fair.bound.bad':
    'Table, match, commitment or place in the chain are not those that your browser saw before the match began.',
  'fair.bound.unseen':
    'Your browser did not see the table before the match. The server could have chosen another chain, or another place in it, afterwards.',
  'fair.promises.good':
    'Every seat’s promise is the one that your browser saw before it showed your seed.',
  'fair.promises.bad':
    'A seat’s promise is not the one that your browser saw before it showed your seed.',
  'fair.promises.unseen':
    'Your browser did not see the seats’ promises before the seeds were shown. They could have been chosen afterwards.',
  'fair.receipt.good':
    'The server’s signed receipt, which your browser got before it showed your seed, says the same.',
  'fair.receipt.bad':
    'The server’s receipt does not say the same, or its signature is wrong. Your browser showed no seed to a wrong receipt.',
  'fair.receipt.unseen':
    'Your browser has no receipt for this match, so nobody else can be shown what the server was bound to.',
  'fair.receipt_kept.good':
    'The server’s receipt says the same. Its signature can’t be checked by this browser here; the program scripts/verify-deal does that.',
  'fair.receipt_kept.bad': 'The server’s receipt does not say the same.',
  'fair.seeds.good': 'Every seed that was shown is the one that its player had promised.',
  'fair.seeds.bad': 'A seed is not the one that its player had promised.',
  'fair.own.good': 'Your own seed is among them.',
  'fair.own.bad':
    'Your own seed is not among them. If this page was closed or offline when the match began, the server could not ask for it; otherwise it left your seed out.',
  'fair.own.unseen':
    'Your browser added no seed to this match. If nobody else’s was honest, the server could have chosen the tiles.',
  'fair.order.good': 'Secret and seeds, shuffled, give just the order in which the tiles lay.',
  'fair.order.bad': 'Secret and seeds, shuffled, give another order than was dealt.',
  'fair.redeals.good': 'Tiles were dealt again only where the rules say so.',
  'fair.redeals.bad':
    'Tiles were dealt again, or not dealt again, against the rules or against what your browser saw.',
  'fair.redeals.unseen': 'This page did not see how often the tiles were dealt.',
  'fair.played.good':
    'Every tile that was played, drawn or left over came from the hand where the shuffle put it.',
  'fair.played.bad': 'A tile was not where the shuffle had put it.',
  'fair.played.unseen':
    'This page did not see the end of the round, so it can’t compare the plays.',
  'fair.deal_only':
    'This page checks how the tiles were dealt. Whether every play kept the rules, and whether points and winner are right, is checked by the program scripts/verify-deal.',
  'fair.progress': 'Checking round {n} of {all}…',
  'fair.all.good': {
    one: 'The one round of this match was dealt fairly: everything agrees.',
    other: 'All {n} rounds of this match were dealt fairly: everything agrees.',
  },
  'fair.all.bad': 'Something does not agree. Rounds: {rounds}',
  'fair.all.unseen': {
    one: 'What could be checked agrees, but not everything could be. So this browser can’t say that nobody chose the tiles.',
    other:
      'What could be checked agrees in all {n} rounds, but not everything could be. So this browser can’t say that nobody chose the tiles.',
  },
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
  'fair.copy_receipt': 'Copy the receipt',
  'fair.signed_bad':
    'This is not the record as a server gave it out: something in it was changed, or its signature is false.',
  'fair.signed_kept':
    'It says that it is signed by the server with the key {key}, when the public log had {size} entries in tree {tree}. This browser can’t check signatures here; the program scripts/verify-deal does.',
  'fair.unsigned':
    'This record is not signed: names, times, marks and address may have been changed.',
  'fair.signed':
    'Signed by the server with the key {key}. Its public log had {size} entries in tree {tree} then.',
  'fair.copied': 'Copied',
};
