// @ts-check
/** The words of the tutorial in English. */

export const tutorial = {
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
};
