// @ts-check
/** The words of the rules pages in English. */

export const article = {
  'rules.aim': 'The aim',
  'rules.aim.target':
    'Whoever first reaches {n} points wins the match. It is played in rounds, each with a new deal.',
  'rules.aim.exact':
    'You must land on {n} exactly: points that would take you past it are not given, and the turn goes on.',
  'rules.aim.exact_example': {
    one: 'With {have} on your side, 1 point wins the match, and {over} points count for nothing.',
    other: 'With {have} on your side, {n} points win the match, and {over} count for nothing.',
  },
  'rules.aim.two': 'Two play, each for themselves.',
  'rules.aim.three': 'Three play, each for themselves. Turns go clockwise.',
  'rules.aim.four': 'Four play, each for themselves. Turns go clockwise.',
  'rules.aim.partners':
    'Four play in two pairs. Partners sit opposite each other, score together and keep their hands to themselves. Turns go clockwise.',

  'rules.deal': 'The deal',
  'rules.deal.hand': 'The 28 tiles of a double-six set are shuffled and everybody gets {n}.',
  'rules.deal.boneyard': 'The other {n} lie face down: the boneyard, to draw from.',
  'rules.deal.asleep': 'The other {n} stay face down and out of play.',
  'rules.deal.all': 'No tile is left over.',

  'rules.lead': 'Who begins',
  'rules.lead.highest_double':
    'In the first round the highest double begins: whoever holds it must play it first.',
  'rules.lead.heaviest_tile': 'If nobody holds a double, the heaviest tile must be played first.',
  'rules.lead.redeal': 'If nobody holds a double, everybody gets a new hand.',
  'rules.lead.lot':
    'Before the first round everybody draws a tile; the heaviest begins, with any tile. The lots go back and the set is shuffled anew.',
  'rules.lead.next_winner':
    'After that the winner of a round begins the next, with any tile. After a tie it is found out as in the first round.',
  'rules.lead.next_rotate': 'After that everybody begins in turn, clockwise, with any tile.',
  'rules.lead.next_opening': 'Every later round begins the same way.',
  'rules.lead.block_opening': 'After a blocked round the lead is found out as in the first round.',

  'rules.turn': 'A turn',
  'rules.turn.match':
    'Play one tile so that it touches an open end of the layout with equal pips. Who can play must play, but chooses which tile and where.',
  'rules.turn.draw':
    'If nothing fits you draw from the boneyard, tile by tile, until one fits, and play it. If the boneyard runs out, you pass.',
  'rules.turn.reserve': {
    one: 'The last tile of the boneyard is never drawn.',
    other: 'The last {n} tiles of the boneyard are never drawn.',
  },
  'rules.turn.pass': 'If nothing fits you pass. Nothing is drawn.',
  'rules.turn.auto':
    'Drawing and passing happen by themselves; everybody sees how many tiles you drew, nobody sees which.',

  'rules.layout': 'The layout',
  'rules.layout.lines':
    'Tiles join end to end in a line; doubles lie across. Only the outermost tile of a line can be played on.',
  'rules.layout.two': 'There are two open ends, one on each side.',
  'rules.layout.spinner':
    'The first double of the round is the spinner. When both its long sides carry a tile, its two short ends open too: up to four open ends. Later doubles do not open.',

  'rules.count': 'Points while you play',
  'rules.count.none': 'There are none: points come at the end of the round.',
  'rules.count.how':
    'After every tile, also the first, the open ends are added up. A double at an end counts both halves: an outer 6-6 counts 12. A single first tile counts both its ends.',
  'rules.count.spinner':
    'The spinner counts both halves until tiles lie on two of its sides; then it counts nothing. A side of it without a tile adds nothing.',
  'rules.count.fives_pips':
    'If the sum is a multiple of five, you score it: 10 scores 10, 15 scores 15.',
  'rules.count.fives_units':
    'If the sum is a multiple of five, you score a point for each five: 10 scores 2, 15 scores 3.',
  'rules.count.threes':
    'If five divides the sum, each five in it scores a point; if three divides it, each three does. 10 scores 2, 9 scores 3, and 15 scores 3 and 5: 8.',

  'rules.muggins': 'Muggins',
  'rules.muggins.say':
    'Points while you play are yours only if you say the right number together with the tile.',
  'rules.muggins.call':
    'If you say nothing, or a wrong number, any opponent may call “Muggins!” until the next tile is played: the first to call takes the points. Calling when there is nothing to take does nothing.',
  'rules.muggins.example':
    'Say somebody brings the count to 15 and forgets the {n} points: whoever calls first has them.',
  'rules.muggins.hidden':
    'The count stays hidden until that is settled. A tile that ends the round is counted for you.',

  'rules.end': 'The end of a round',
  'rules.end.domino_point':
    'Whoever plays the last tile of their hand goes out and scores one point.',
  'rules.end.domino_pips':
    'Whoever plays the last tile of their hand goes out and scores the pips that are left in the other hands.',
  'rules.end.domino_partners': 'A partner’s hand doesn’t count.',
  'rules.end.rounded': 'That sum is rounded to the nearest five: 17 makes 15, 18 makes 20.',
  'rules.end.rounded_fives':
    'That sum is rounded to the nearest five, and each five is a point: 17 makes 3, 18 makes 4.',
  'rules.end.blocked': 'If nobody can play and nothing may be drawn, the round is blocked.',
  'rules.end.blocked_none': 'A blocked round scores nothing.',
  'rules.end.blocked_total': 'Then the lightest hand wins and scores all pips of the others.',
  'rules.end.blocked_difference':
    'Then the lightest hand wins and scores all pips of the others, less its own.',
  'rules.end.blocked_total_partners':
    'Then the pair with fewer pips in both hands wins and scores the pips of the other pair.',
  'rules.end.blocked_difference_partners':
    'Then the pair with fewer pips in both hands wins and scores the pips of the other pair, less its own.',
  'rules.end.blocked_rounded': 'This sum is rounded in the same way.',
  'rules.end.tie': 'If the lowest are equal, nobody scores.',
  'rules.end.match':
    'The match ends the moment somebody reaches {n}, even in the middle of a round.',

  'figure.tiles': 'Tiles: {tiles}.',
  'figure.join': 'The 4 touches a 4. The open ends are 6 and 1.',
  'figure.double': 'The 4-4 lies across, and the line goes on behind it.',
  'figure.spinner_alone': 'The 5-5 is the spinner. The line begins at its two sides.',
  'figure.spinner_open': 'Both sides carry a tile: now the other two are open as well.',
  'figure.spinner_full':
    'Four arms, four ends. The 6-6 came later: it lies across like any double.',
  'figure.hand': 'In hand',
  'figure.drawn': 'Drawn',
  'figure.draws':
    'The ends are 6 and 4 and the hand has neither. 5-3 comes and doesn’t fit; 6-3 fits.',
  'figure.passes': 'The ends are 6 and 4 and the hand has neither: this turn is lost.',
  'figure.scores': { one: '{sum} = {total}: 1 point', other: '{sum} = {total}: {n} points' },
  'figure.scores_not': '{sum} = {total}: nothing',
  'figure.opponents': 'Left over',
  'figure.left': {
    one: 'The opponents still hold {pips} pips: 1 point.',
    other: 'The opponents still hold {pips} pips: {n} points.',
  },
  'figure.blocked': 'Both ends ask for a 6, and all seven tiles with a 6 lie here: blocked.',
  'figure.winner': 'Lighter hand',
  'figure.loser': 'Other hand',
  'figure.total': '{own} against {pips} pips: the lighter hand scores {n} points.',
  'figure.difference': '{pips} − {own} = {less} pips: the lighter hand scores {n} points.',
};
