// @ts-check
/** The words of the tutorial in French. */

export const tutorial = {
  'tutorial.title': 'Les dominos en une minute',
  'tutorial.skip': 'Passer',
  'tutorial.next': 'Continuer',
  'tutorial.step': 'Étape {n} sur {of}',

  'tutorial.join': 'Reliez les mêmes nombres',
  'tutorial.join.do': 'La ligne finit par 6 et 4. Touchez le domino de votre main qui convient.',
  'tutorial.join.done': 'Le 4 touche un 4. L’autre moitié, le 2, est le nouveau bout.',

  'tutorial.end': 'Choisissez le bout',
  'tutorial.end.do': 'Votre 6-2 va des deux côtés. Touchez-le, puis touchez le bout voulu.',
  'tutorial.end.done': 'Bien. Quand un domino va à deux endroits, vous choisissez.',

  'tutorial.double': 'Les doubles en travers',
  'tutorial.double.do': 'Vous avez le 4-4. Posez-le.',
  'tutorial.double.done': 'Un double se pose en travers, et la ligne continue derrière lui.',

  'tutorial.spinner': 'Le double en croix',
  'tutorial.spinner.do':
    'Le premier double d’une manche est le double en croix. Ses deux côtés portent un domino : il pousse aussi vers le haut et vers le bas. Posez votre 5-2.',
  'tutorial.spinner.done':
    'Votre domino ouvre un troisième bras. Un quatrième peut naître en face.',

  'tutorial.count': 'Les cinq rapportent',
  'tutorial.count.do':
    'Dans All Fives on additionne les bouts après chaque domino. Un multiple de cinq rapporte. Faites 10.',
  'tutorial.count.other': 'Cela fait {n} : rien à marquer. L’autre domino fait 10.',
  'tutorial.count.done': '6 + 4 = 10 : dix points pour vous.',

  'tutorial.draw': 'Rien ne va ?',
  'tutorial.draw.do': 'Alors vous piochez, domino par domino. Cela se fait tout seul : regardez.',
  'tutorial.draw.play': 'Le 6-3 convient. Posez-le.',
  'tutorial.draw.done':
    'Qui n’a plus de domino le premier gagne la manche, et marque ce que les autres ont encore.',

  'tutorial.end_title': 'Vous savez tout',
  'tutorial.end_text': 'Le reste vient en jouant. La page montre ce qui va et ce qui rapporte.',
  'tutorial.open': 'Ouvrir une table',
  'tutorial.sit': 'Rejoindre {notation}',
  'tutorial.rules': 'Lire les règles',
  'tutorial.again': 'Encore une fois',
};
