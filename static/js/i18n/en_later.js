/** The words in English of the pages, sheets and dialogs that are fetched when they are wanted. */

export const words = {
  // The dialog for a new table.
  'create.title': 'New table',
  'create.submit': 'Open the table',
  'create.submitting': 'Opening…',
  'create.start': 'Start',
  'create.target_own': 'Own number',
  'create.points': 'points',
  'create.more': 'More options',
  'create.access': 'Who can come',
  'create.public': 'Anyone',
  'create.public_hint': 'Listed in the lobby; strangers may sit down or watch.',
  'create.link_hint': 'Nobody finds it without your link.',
  'create.kept': 'Seats kept for friends',
  'create.kept_hint': 'Only somebody with your link can take these.',
  'create.hints': 'Hints',
  'create.hints_hint': 'Players may ask what an expert would play.',
  'create.bots': 'Bots may play',
  'create.bots_hint': 'Programs may take seats too; they are marked.',
  'create.level': 'How strong is it?',
  'clock.label': 'Clock',
  'clock.hint': 'When the time is up a tile is played for you; nobody loses by that alone.',
  'create.yes': 'Yes',
  'create.no': 'No',

  // Presets and options.
  'preset.Fives': 'Score fives on the open ends; with a spinner.',
  'preset.Draw': 'The classic: can’t play, draw. The lead goes round.',
  'preset.Block': 'No drawing: can’t play, pass. The lead goes round.',
  'preset.Five-Up': 'Fives with a spinner; blocks pay all that others hold.',
  'preset.Draw, winner leads': 'Draw, where whoever wins a round leads the next.',
  'preset.Block, winner leads': 'Block, where whoever wins a round leads the next.',
  'preset.Quick Draw': 'Draw to 50, over in a few minutes.',
  'preset.Quick All Fives': 'Fives to 100, over in a few minutes.',
  'preset.Fives and Threes': 'The pub game: both fives and threes score; land on 61.',
  'preset.All Fives': 'Fives with a spinner, seven or nine tiles.',
  'preset.Party Block': 'Block for two, three or four, or in pairs.',
  'preset.Party Draw': 'Draw for two, three or four, or in pairs.',
  'preset.Muggins': 'One point for each five, to 61; for up to four.',

  'option.variant': 'Game',
  'option.seating': 'Players',
  'option.hand_size': 'Tiles in a hand',
  'option.target': 'Play to',
  'option.spinner': 'Spinner',
  'option.point_unit': 'Points',
  'option.opening': 'Who leads first',
  'option.no_double': 'If nobody holds a double',
  'option.next_lead': 'Who leads the next rounds',
  'option.after_block': 'Who leads after a block',
  'option.reserve': 'Tiles that stay in the boneyard',
  'option.blocked_score': 'A blocked round scores',
  'option.exact_target': 'Land exactly on the target',
  'option.going_out_point': 'One point for going out',
  'option.calls': 'Counting',

  'value.variant.block': 'Block',
  'value.variant.draw': 'Draw',
  'value.variant.all_fives': 'All Fives',
  'value.variant.fives_and_threes': 'Fives and Threes',
  'value.seating.two': '2 players',
  'value.seating.three': '3 players',
  'value.seating.four': '4 players',
  'value.seating.partners': '4 in pairs',
  'value.point_unit.pips': 'The pips (15 scores 15)',
  'value.point_unit.fives': 'One for each five (15 scores 3)',
  'value.opening.highest_double': 'Whoever holds the highest double',
  'value.opening.lot': 'Whoever draws the heaviest lot',
  'value.no_double.heaviest_tile': 'The heaviest tile leads',
  'value.no_double.redeal': 'Deal again',
  'value.next_lead.winner': 'The winner of the last round',
  'value.next_lead.rotate': 'Everybody in turn',
  'value.next_lead.opening': 'As in the first round',
  'value.after_block.same': 'As always',
  'value.after_block.opening': 'As in the first round',
  'value.blocked_score.opponents_total': 'All that the others hold',
  'value.blocked_score.difference': 'The difference',
  'value.calls.automatic': 'Done for you',
  'value.calls.muggins': 'Say it, or lose it (Muggins)',

  'hint.spinner': 'The first double of a round takes tiles on all four sides.',
  'hint.exact_target': 'Points that would go past the target don’t count.',
  'hint.going_out_point': 'Instead of the pips left in the other hands.',
  'hint.reserve': 'These are never drawn.',
  'hint.calls':
    'With Muggins you say your points as you play; what you miss, an opponent may take.',

  // The rules pages.
  'rules.pick': 'Choose a game',
  'rules.aim': 'The aim',
  'rules.aim.target':
    'Whoever first reaches {points} wins the match. It is played in rounds, each with a new deal.',
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
  'rules.deal.hand': 'The 28 tiles of a double-six set are shuffled, and each player gets {n}.',
  'rules.deal.boneyard': {
    one: 'The other one lies face down: the boneyard, to draw from.',
    other: 'The other {n} lie face down: the boneyard, to draw from.',
  },
  'rules.deal.asleep': {
    one: 'The other one stays face down and out of play.',
    other: 'The other {n} stay face down and out of play.',
  },
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
  'figure.scores': '{sum} = {total}: {points}',
  'figure.scores_not': '{sum} = {total}: nothing',
  'figure.opponents': 'Left over',
  'figure.left': 'The opponents still hold {pips} pips: {points}.',
  'figure.blocked': 'Both ends ask for a 6, and all seven tiles with a 6 lie here: blocked.',
  'figure.winner': 'Lighter hand',
  'figure.loser': 'Other hand',
  'figure.total': '{own} against {pips} pips: the lighter hand scores {n} points.',
  'figure.difference': '{pips} − {own} = {less} pips: the lighter hand scores {n} points.',

  // The tutorial.
  'tutorial.title': 'Dominoes in one minute',
  'tutorial.skip': 'Skip',
  'tutorial.next': 'Go on',
  'tutorial.step': 'Step {n} of {of}',

  'tutorial.join': 'Join equal pips',
  'tutorial.join.do': 'The line ends in 6 and 4. Tap the tile of your hand that fits.',
  'tutorial.join.done': '4 touches 4. The tile’s other half, 2, is the new end.',

  'tutorial.end': 'Choose an end',
  'tutorial.end.do': 'Your 6-2 fits at both ends. Tap it, then tap the end that you want.',
  'tutorial.end.done': 'Good. Where a tile fits twice, the choice is yours.',

  'tutorial.double': 'Doubles lie across',
  'tutorial.double.do': 'You hold the 4-4. Play it.',
  'tutorial.double.done': 'A double lies across the line, which goes on behind it.',

  'tutorial.spinner': 'The spinner',
  'tutorial.spinner.do':
    'The first double of a round is the spinner. Both its sides carry a tile, so it grows arms up and down too. Play your 5-2.',
  'tutorial.spinner.done': 'Your tile begins a third arm. A fourth can grow on the other side.',

  'tutorial.count': 'Fives make points',
  'tutorial.count.do':
    'In All Fives the ends are added up after each tile. A multiple of five scores. Make 10.',
  'tutorial.count.other': 'That makes {n}: no points. The other tile makes 10.',
  'tutorial.count.done': '6 + 4 = 10: ten points for you.',

  'tutorial.draw': 'Nothing fits?',
  'tutorial.draw.do': 'Then you draw from the boneyard, tile by tile. It happens by itself: look.',
  'tutorial.draw.play': 'The 6-3 fits. Play it.',
  'tutorial.draw.done':
    'Whoever gets rid of all tiles first wins the round, and scores what the others still hold.',

  'tutorial.end_title': 'That’s all you need',
  'tutorial.end_text': 'The rest comes by playing. The page shows you what fits and what scores.',
  'tutorial.open': 'Open a table',
  'tutorial.sit': 'Join {notation}',
  'tutorial.rules': 'Read the rules',
  'tutorial.again': 'Once more',

  // Verifying a deal.
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
  'fair.secret.good':
    'The secret of this round, hashed {times}, gives the table’s commitment: it was fixed beforehand.',
  'fair.times': { one: 'once', other: '{n} times' },
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
  'fair.entries': { one: '1 entry', other: '{n} entries' },
  'fair.signed_kept':
    'It says that it is signed by the server with the key {key}, when the public log had {entries} in tree {tree}. This browser can’t check signatures here; the program scripts/verify-deal does.',
  'fair.unsigned':
    'This record is not signed: names, times, marks and address may have been changed.',
  'fair.signed':
    'Signed by the server with the key {key}. Its public log had {entries} in tree {tree} then.',

  // Finished matches.
  'record.title': 'A match of {notation}',
  'record.missing': 'There is no such match',
  'record.missing_hint': 'It may no longer be kept, or the link is incomplete.',
  'record.a_player': 'A player',
  'record.took_over': '{name} took over from {who} in round {n}.',
  'record.bot': '{name} is a program.',
  'record.resigned': '{name} resigned in round {n}; a computer player went on in that seat.',
  'record.lent': 'A computer player stood in for {name} from round {n} on.',
  'record.lent_until': 'A computer player stood in for {name} from round {n} to round {m}.',
  'record.seat': 'Player {n}',
  'record.hands': 'All hands',
  'record.hand': '{name}: {tiles}',
  'record.no_tiles': 'no tiles left',
  'record.rounds': 'Rounds',
  'record.position': 'Round {round}, position {step} of {steps}',
  'record.scrubber': 'Position in the match',
  'record.first': 'To the beginning',
  'record.back': 'One step back',
  'record.forward': 'One step on',
  'record.last': 'To the end',
  'record.play': 'Play',
  'record.pause': 'Pause',
  'record.controls': 'Steps',
  'record.keys': 'Arrow keys step, Home and End go to the ends, the space bar plays.',
  'record.touch': 'Touch the right half of the table for a step on, the left half for a step back.',
  'record.copy': 'Copy link to this position',
  'record.link': 'Link to this position',
  'record.share': 'Share',
  'record.keep': 'Share and keep',
  'record.transcript': 'Transcript',
  'record.json': 'Record (JSON)',
  'record.picture': 'Picture (SVG)',
  'record.more': 'The rest of the match is on its way…',
  'record.proof': 'Fair deal',
  'record.proof_hint':
    'Your browser can make every deal of this match again, and compare it with what was played.',
  'record.proof_none': 'No proof of its deals was kept with this match.',
  'record.proof_transcript':
    'A transcript says what happened, not how the tiles were shuffled: no deal can be verified by it. Paste the record (JSON) of a match instead, and its deals can.',
  'record.verify': 'Verify the deals',
  'record.stops': 'Here the transcript stops. How the match ended isn’t in it.',
  'import.again': 'Replay another',
  'me.filters': 'Which matches',
  'me.all': 'All',
  'me.opponent': 'Opponent',
  'me.opponent_hint': 'Part of a name',
  'me.result': 'Result',
  'me.result.won': 'Won',
  'me.result.lost': 'Lost',
  'me.result.undecided': 'Undecided',
  'me.empty': 'No matches here yet',
  'me.empty_hint': 'Every match that you play to its end is kept here.',
  'me.older': 'Older matches',
  'me.list': 'Matches',
  'me.figures': { one: 'In this one match', other: 'In these {n} matches' },
  'me.won': 'Matches won',
  'me.of': '{n} of {all}',
  'me.rate.points': 'Points a round',
  'me.rate.outs': 'Rounds you went out in',
  'me.rate.scoring': 'Plays that scored',
  'me.plot': '{title}, match by match; from {least} to {most}',
  'me.table': 'As a table',
  'me.match': 'Match',
  'me.data': 'My data',
  'me.export': 'Download all my matches',
  'me.export_hint': 'One record a line, as JSON.',
  'me.delete': 'Take my name out of them',
  'me.delete_hint':
    'Everybody will read “A player” instead, in all matches until now. This can’t be undone.',
  'me.hide': 'Hide my name in this match from others',
  'me.delete_sure': 'Yes, take it out',
  'me.deleted': {
    one: 'Your name is gone from {n} match.',
    other: 'Your name is gone from {n} matches.',
  },
  'import.title': 'Replay a transcript',
  'import.lead':
    'Paste the transcript of a match, from here or from anywhere, or its record (JSON). It is checked by the rules and kept nowhere.',
  'import.label': 'Transcript or record',
  'import.submit': 'Replay',
  'import.wrong': 'This can’t be replayed: {why}',

  // The analysis.
  'analysis.waiting': 'The expert looks at every move of the match…',
  'analysis.progress': '{n} of {moves} moves',
  'analysis.failed': 'The analysis has failed.',
  'analysis.accuracy': 'Quality of play',
  'analysis.hint': '100% means: always what the expert would have played.',
  'analysis.moves': 'Moves of {name}',
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

  // Settings.
  'settings.theme_system': 'As the system',
  'settings.theme_light': 'Light',
  'settings.theme_dark': 'Dark',
  'settings.tiles': 'Tiles',
  'settings.tiles_ivory': 'Ivory',
  'settings.tiles_ebony': 'Ebony',
  'settings.tiles_contrast': 'High contrast',
  'settings.volume': 'Sound volume',
  'settings.volume_test': 'Test',
  'settings.notify': 'Notifications',
  'settings.notify_hint': 'When it is your turn and you look elsewhere.',
  'settings.notify_denied': 'Your browser doesn’t let this page notify you.',
  'settings.vibrate': 'Vibrate on my turn',
  'settings.auto_play': 'Play forced tiles for me',
  'settings.auto_play_hint': 'A lead that the rules force, and a drawn tile that fits one end.',
  'settings.show_lacks': 'Mark what others lack',
  'settings.show_lacks_hint': 'The pips that a player had none of when passing or drawing.',
  'settings.language_auto': 'As the browser',
  'settings.bots': 'Bots',

  // Bots.
  'bots.hint': 'A program can play under a name of its own. Others see that it is a bot.',
  'bots.name': 'Name of the bot',
  'bots.make': 'New bot',
  'bots.token': 'Token of {name}',
  'bots.once': 'It is shown only now. Keep it where your program finds it.',
  'bots.copy': 'Copy',
  'bots.delete': 'Delete',
  'bots.delete_who': 'Delete {name}',
  'bots.failed': 'That didn’t work. Try again.',
};
