/** The advice on how to play, in English. */

export const words = {
  'strategy.suits': 'Open the numbers that you hold',
  'strategy.suits.why':
    'Each number is on seven tiles. The more of them you hold, the fewer are left for the others. Play so that the new end is a number of which you have more: then you can go on when the turn comes back.',
  'strategy.suits.shown':
    'Play the 5-2 on the 2. The new end asks for a 5: you hold three more, and only three others exist.',
  'strategy.doubles': 'Don’t keep doubles for long',
  'strategy.doubles.why':
    'A double fits one number only, any other tile fits two. When most tiles of its number lie, it may stay in your hand to the end. And a double leaves its end as it was, so it seldom helps the others.',
  'strategy.doubles.shown': 'Play the 4-4 now. The end stays a 4, and your 4-2 can follow.',
  'strategy.heavy': 'Play heavy tiles early',
  'strategy.heavy.why':
    'What is left in your hand counts for the other side. An average tile weighs six pips, the 6-6 twelve. When two plays are equally good, play the heavier tile.',
  'strategy.passes': 'Remember what makes the others pass',
  'strategy.passes.why':
    'A player who passes has neither of the open numbers. Nothing is drawn here, so that stays true to the end of the round. Bring these numbers back when it hurts.',
  'strategy.passes.shown':
    'They passed on 4 and 6. The 6-4 on the 6 leaves a 4 at both ends: they must pass again, and you hold two more 4s.',
  'strategy.lock': 'Block the round when your hand is light',
  'strategy.lock.why':
    'A round is blocked when both ends ask for a number of which all tiles lie. So count the tiles of the open numbers. With a light hand, look for the tile that closes; with a heavy one, keep an end open.',
  'strategy.lock.shown':
    'Six tiles with a 6 lie, and you hold the seventh: the 6-0 on the 0 closes both ends. Your hand then weighs {own}, the two tiles of the other player about {theirs}.',
  'strategy.asleep': 'Some tiles never come',
  'strategy.asleep.why':
    'Not all tiles are dealt: {asleep} of {all} are asleep. Of the {each} with any one number, {out} are among them on average. So a number can run out before you have seen all its tiles.',

  'strategy.many': 'Keep many different numbers',
  'strategy.many.why':
    'If nothing fits you draw, and your hand grows. A hand with every number in it always has an answer. So look at what stays in your hand before you choose what to play.',
  'strategy.many.shown':
    'After the 5-1 on the 5 you still hold every number from 0 to 6: you can play next time, whatever the others do.',
  'strategy.force': 'Make the others draw',
  'strategy.force.why':
    'A player who had to draw holds neither of the numbers that were open then: the drawn tiles that didn’t fit lack them as well. Leave such a number at both ends. Every tile that they draw can count for you.',
  'strategy.force.shown':
    'They drew on 1 and 2, so they hold no 1. The 1-0 on the 0 leaves a 1 at both ends: they must draw again.',
  'strategy.boneyard': 'Count the boneyard',
  'strategy.boneyard.why':
    'Everybody sees how many tiles are left to draw, and while there are any, no round is blocked. When two play and the boneyard is empty, all that you don’t see is in the other hand: then you can work out every answer.',

  'strategy.first_five': 'Begin with points that nobody can answer',
  'strategy.first_five.why':
    'Where you may choose the first tile, five of them score at once: 5-5 and 6-4 make ten, 5-0, 4-1 and 3-2 make five. After the 6-4 only the 6-1 scores, after the 5-5 only the 5-0, and after the 3-2 no tile at all.',
  'strategy.first_five.shown':
    'The 3-2 makes {sum} = {total}: {points}. After the 4-1, the 6-1 could score.',
  'strategy.again': 'Know the tiles that score again',
  'strategy.again.why':
    'A tile changes the count by the difference of its halves. When the count is a multiple of five, four tiles keep it one at an ordinary end: 5-0 and 6-1 change it by five, the 5-5 adds five, the 0-0 adds nothing.',
  'strategy.again.shown': 'The 6-1 on the 6 makes {sum} = {total}: {points}.',
  'strategy.outer': 'Doubles at an end count twice',
  'strategy.outer.why':
    'A double at an end counts both halves, so a 4-4 on a 4 adds four. Use that to reach a multiple of five. And cover the double of another player when that spoils the count for the next one.',
  'strategy.outer.shown': 'The 4-4 on the 4 makes {sum} = {total}: {points}.',
  'strategy.third': 'Use all sides of the spinner',
  'strategy.third.why':
    'When two sides of the spinner carry a tile, the others are open as well. A side without a tile adds nothing. So a tile there adds only its outer half, and no end is covered.',
  'strategy.third.shown':
    'The ends are 3 and 6. The 5-1 on the spinner makes {sum} = {total}: {points}.',
  'strategy.safe': 'Leave a count that helps nobody',
  'strategy.safe.why':
    'If you can’t score, think of the next player. Which of the tiles that you don’t see would score after your play? Choose the play that leaves the fewest.',
  'strategy.safe.shown':
    'After the 4-0 on the 4 no tile that you don’t see scores. After the 3-1 on the 1 three would: 3-3, 4-2 and 6-3.',
  'strategy.out': 'Going out pays as well',
  'strategy.out.why':
    'The pips left in the other hands are points too, rounded to the nearest five: two average tiles bring {two}. Compare that with a small score that keeps you from going out.',
  'strategy.say': 'Count before you play',
  'strategy.say.why':
    'You get your points only if you say them, so add up the ends before you touch the tile. Add them up for the others as well: what they miss is yours if you call first.',

  'strategy.fifteen': 'Fifteen is the best count',
  'strategy.fifteen.why':
    'Fifteen is made of threes and of fives: 8 points. With two open ends only two doubles make it: the 6-6 beside a 3, and the 5-5 beside a 5. Keep them until they fit, and don’t leave these ends to the others.',
  'strategy.fifteen.shown': 'The 6-6 on the 6 makes {sum} = {total}: {points}.',
  'strategy.first_nine': 'Begin with the 5-4',
  'strategy.first_nine.why':
    '5-4 and 6-3 both count nine: three points. But after the 6-3 the 6-6 makes fifteen. The 6-6 as the first tile counts twelve and scores 4, and then the 6-3 makes fifteen. After the 5-4 no tile makes more than two points.',
  'strategy.first_nine.shown':
    'The 5-4 makes {sum} = {total}: {points}. After the 6-3 the next player could make 8.',
  'strategy.quiet': 'Leave little to the next player',
  'strategy.quiet.why':
    'Many counts score: 3, 5, 6, 9, 10, 12, 15, 18 and 20. So nearly every play leaves something. Compare how many of the tiles that you don’t see would score after each of your plays.',
  'strategy.quiet.shown':
    'After the 3-2 on the 3 three tiles that you don’t see score, after the 6-4 on the 6 seven would.',
  'strategy.target': 'Plan the last points',
  'strategy.target.why':
    'You must land on {target} exactly. 1, 2 and 4 points come from two counts each: 3 or 5, 6 or 10, 12 or 20. 3, 6 and 8 come from one: 9, 18 and 15. No count brings 5 or 7. Stop where many counts can finish.',
  'strategy.point': 'The points are made on the way',
  'strategy.point.why':
    'Going out brings one point only, and what is left in your hand costs nothing. So keep the tiles that can still make good counts, heavy ones too.',

  'strategy.lead': 'Lead what you have most of',
  'strategy.lead.why':
    'The first tile tells your partner which number to keep open. Lead from your longest number, and with its double if you have it: it shows one number only, and later it is harder to play.',
  'strategy.lead.shown': 'Lead the 4-4: you hold three more 4s.',
  'strategy.partner': 'Leave your partner’s number open',
  'strategy.partner.why':
    'Your partner probably holds more of the number that they have opened. Play at the other end if you can, and cover what the opponents have opened. It is enough if one of you goes out.',
  'strategy.partner.shown':
    'Your partner led the 5-5. Play the 4-1 on the 1, and leave the 5 open.',
  'strategy.passed': 'Bring back what the next player lacks',
  'strategy.passed.why':
    'A player who passed has neither of the numbers that were open, and nothing changes that in this round. Put such a number at both ends when you can, and they pass again.',
  'strategy.passed.shown':
    'The next player passed on the 3-3. The 3-1 on the 1 leaves a 3 at both ends.',
  'strategy.count': 'Count to seven',
  'strategy.count.why':
    'All tiles are dealt, and each number is on seven of them. Count those that lie and those that you hold. If nobody else has a number any more, its end waits for you alone: leave it, and play at the other.',
  'strategy.count.shown':
    'Five tiles with a 1 lie, and you hold the two others. Play the 6-3 on the 6: nobody else can play on the 1.',
  'strategy.double': 'Play a double while its number lives',
  'strategy.double.why':
    'A double goes on its own number only. When most tiles of that number lie, the next one may end it for good, and the double stays in your hand. With a dead double you can’t go out.',
  'strategy.double.shown':
    'Five tiles with a 2 lie, and only the 2-1 is elsewhere. If it comes here, your 2-2 is dead. So play the 2-2 now.',
  'strategy.closing_side': 'Weigh both hands before you block',
  'strategy.closing_side.why':
    'A blocked round goes to the pair with fewer pips. All tiles together weigh 168. Take away what lies and what you hold: the rest is spread over the three other hands. Block if your pair is likely to be the lighter one.',
  'strategy.closing_side.shown':
    'The 6-0 on the 0 is the seventh 6 and blocks the round. You keep {own}, the others {others}: on average {theirs} are with the opponents, and your pair has {ours}.',
  'strategy.closing_lightest': 'One light hand wins a block',
  'strategy.closing_lightest.why':
    'A blocked round goes to the single hand with the fewest pips, however heavy its partner is. If your hand is light, look for the tile that closes both ends. If your partner’s is, close for them.',
  'strategy.closing_lightest.shown':
    'The 6-0 on the 0 is the seventh 6 and blocks the round. You keep four tiles that weigh {own}: few hands are lighter.',
  'strategy.closing_blocker': 'Two hands decide a block',
  'strategy.closing_blocker.why':
    'Only the player who blocks the round and the next one are compared, and the one with fewer pips wins it. So block when you are lighter than the next player, whatever your partner holds.',
  'strategy.closing_blocker.shown':
    'The 6-0 on the 0 is the seventh 6 and blocks the round. You keep {own}, and the five tiles of the next player weigh about {next}.',
  'strategy.all_hands': 'Heavy tiles matter only for the loser',
  'strategy.all_hands.why':
    'The winners count the pips of all hands, so it doesn’t matter who holds them. If you are likely to win the round, play light tiles and leave much to count. If you are likely to lose it, put the heavy ones on the table.',

  'strategy.both': 'Prepare a finish on both ends',
  'strategy.both.why':
    'A last tile that fits both ends brings {both} more. With two tiles left, look whether one can leave the two numbers of the other. It is certain when nobody else holds these numbers.',
  'strategy.both.shown':
    'All other tiles with a 6 or a 4 lie. After the 4-4 on the 4 everybody passes, and the 6-4 fits both ends.',
  'strategy.cross': 'How you go out is the score',
  'strategy.cross.why':
    'A plain last tile scores {plain}, a double {double}, a tile that fits both ends {both_ends}, and a double on both ends {double_both}. So choose early which two tiles you keep, and which ends the last one needs.',
  'strategy.cross.shown':
    'All other tiles with a 6 or a 4 lie. The 6-4 on the 6 leaves a 4 at both ends: everybody passes, and the 4-4 goes out on both.',
  'strategy.blank': 'Keep the double blank only with a plan',
  'strategy.blank.why':
    'As the last tile of the round the 0-0 brings {blank} more. It weighs nothing, but it goes on a blank only. Keep it while you hold other blanks that can open its end; else play it when you can.',
  'strategy.first': 'The first rounds are worth the most',
  'strategy.first.why':
    'The first four won rounds bring {rounds} more, in this order, whoever wins them. So in these rounds a small win is nearly as good as a big one. Play for the win, and let the pips be.',
  'strategy.first_pass': 'Lead what the next player may lack',
  'strategy.first_pass.why':
    'If only the next player passes on the first tile, a double brings {lead_double} and another tile {lead_other}. With five tiles of its number in your hand, a double does that in one deal out of {five}; with four, in one out of {four}.',
  'strategy.first_pass.shown': 'Lead the 5-5: you hold five of the seven tiles with a 5.',
  'strategy.everybody': 'Keep the last tiles of a number',
  'strategy.everybody.why':
    'If all others pass and you play again, that brings {all_pass}. It happens when both ends ask for a number that only you still hold.',
  'strategy.everybody.shown':
    'Four blanks lie, and you hold the three others. The 5-0 on the 5 leaves a blank at both ends: all others pass, and you play again.',

  'strategy.weight': 'Pips don’t score',
  'strategy.weight.why':
    'A won round counts the same however many pips are left. They only decide a blocked round. So keep the tiles that go on in many places, and don’t play one only because it is heavy.',
  'strategy.love': 'One round can undo many',
  'strategy.love.why':
    'When every side has won, the scores go back. So one round of yours undoes a long run of theirs, and your own run is safe only at the target. The further ahead a side is, the more it is worth to stop it.',
  'strategy.give': 'Give the lead if you have no plan',
  'strategy.give.why':
    'If you won the lead, you may give it to your partner. Lead yourself with four or more tiles of one number. With an even hand give it away: your partner may have the long number that you lack.',
  'strategy.rival': 'Stop the one who is about to win',
  'strategy.rival.why':
    'Everybody plays alone, but whoever is about to go out, or to win the match, is everybody’s rival. Cover the ends that they need, and leave open what those can play who come before them.',
  'strategy.know': 'You know the other hand',
  'strategy.know.why':
    'Two play and all tiles are dealt: what you don’t hold and what doesn’t lie, the other player has. Look at their answers before you play. With few tiles left you can work out the whole round.',
  'strategy.blanks': 'There are only six blanks',
  'strategy.blanks.why':
    'The 0-0 is not in this set. Six tiles have a blank, and seven have each of the other numbers: a blank end is closed one tile sooner.',

  'strategy.entry': 'The first points must be {entry} or more',
  'strategy.entry.why':
    'A side without points must make {entry} in one round, or it gets nothing. While you have none, try to go out early, when the others still hold much. A block in which they are light as well brings you nothing.',
  'strategy.deny': 'Be light while they have no points',
  'strategy.deny.why':
    'While the other side has no points, their win counts only if you still hold {entry} or more. Play your heavy tiles first: below that, they fall short.',

  'strategy.ten': 'Each number is on ten tiles',
  'strategy.ten.why':
    'With five tiles of a number you hold half of them, and some of the rest are asleep. Play so that such a number comes to the ends: you can go on there, and others often can’t.',
  'strategy.ten.shown': 'Play the 8-4 on the 4. You hold four more tiles with an 8.',
  'strategy.nine_doubles': 'Play doubles early',
  'strategy.nine_doubles.why':
    'There are ten doubles, and a hand of ten tiles has nearly two of them on average. Each fits one number only, and some tiles of that number are asleep. The 9-9 weighs eighteen pips.',
  'strategy.nine_doubles.shown': 'Play the 8-8 now. The end stays an 8, and your 8-5 can follow.',
  'strategy.nine_heavy': 'Heavy tiles are heavier here',
  'strategy.nine_heavy.why':
    'An average tile weighs nine pips, and what is left in your hand counts for the other side. When two plays are equally good, play the heavier tile.',
  'strategy.nine_passed': 'Remember who passed on what',
  'strategy.nine_passed.why':
    'A player who passes has neither of the open numbers, and nothing is drawn. Put such a number at both ends when you can, and they pass again.',
  'strategy.nine_passed.shown':
    'The next player passed on the 8-8. The 9-8 on the 9 leaves an 8 at both ends.',
};
