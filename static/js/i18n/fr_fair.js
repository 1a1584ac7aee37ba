// @ts-check
/** The words of the verify panel in French. */

export const fair = {
  'fair.intro':
    'La table était liée à ses secrets avant que quiconque ne s’assoie, et chaque navigateur a ajouté sa propre graine. Votre navigateur refait maintenant la donne à partir des deux et compare.',
  'fair.none':
    'Aucune manche n’est encore terminée. Le secret d’une manche est montré quand elle est finie.',
  'fair.rounds': 'Manches de cette partie',
  'fair.checking': 'Vérification de la manche {n}…',
  'fair.all_good': 'La manche {n} a été donnée loyalement : tout concorde.',
  'fair.not_good': 'Manche {n} : quelque chose ne concorde pas.',
  'fair.scheme.bad': 'Il n’y a pas de preuve de cette donne que cette page sache lire.',
  'fair.secret.good': {
    one: 'Le secret de cette manche, haché une fois, donne l’engagement de la table : il était fixé d’avance.',
    other:
      'Le secret de cette manche, haché {n} fois, donne l’engagement de la table : il était fixé d’avance.',
  },
  'fair.secret.bad': 'Le secret de cette manche ne mène pas à l’engagement de la table.',
  'fair.bound.good':
    'Cet engagement est celui que votre navigateur a vu avant le début de la partie.',
  'fair.bound.bad':
    'Cet engagement n’est pas celui que votre navigateur a vu avant le début de la partie.',
  'fair.bound.unseen':
    'Votre navigateur n’a pas vu la table avant la partie et ne peut donc pas comparer.',
  'fair.seeds.good': 'Chaque graine montrée est celle que son joueur avait promise.',
  'fair.seeds.bad': 'Une graine n’est pas celle que son joueur avait promise.',
  'fair.own.good': 'Votre propre graine en fait partie : personne n’a pu choisir cette donne.',
  'fair.own.bad': 'Votre propre graine n’en fait pas partie.',
  'fair.own.unseen': 'Votre navigateur n’a ajouté aucune graine à cette partie.',
  'fair.order.good':
    'Le secret et les graines, mélangés, donnent exactement l’ordre dans lequel étaient les dominos.',
  'fair.order.bad': 'Le secret et les graines, mélangés, donnent un autre ordre que celui donné.',
  'fair.played.good':
    'Chaque domino posé, pioché ou restant vient de la main où le mélange l’avait mis.',
  'fair.played.bad': 'Un domino n’était pas là où le mélange l’avait mis.',
  'fair.played.unseen':
    'Cette page n’a pas vu la fin de la manche et ne peut donc pas comparer les coups.',
  'fair.progress': 'Vérification de la manche {n} sur {all}…',
  'fair.all_rounds': {
    one: 'La seule manche de cette partie a été donnée loyalement : tout concorde.',
    other: 'Les {n} manches de cette partie ont été données loyalement : tout concorde.',
  },
  'fair.some_bad': 'Quelque chose ne concorde pas. Manches : {rounds}',
  'fair.bad_round': 'Manche {n} : ne concorde pas',
  'fair.hands': 'Comme c’était donné',
  'fair.values': 'Les valeurs, à vérifier ailleurs',
  'fair.commitment': 'Engagement de la table',
  'fair.secret': 'Secret de la manche',
  'fair.place': 'Sa place dans la chaîne',
  'fair.seed_of': 'Graine de {name}',
  'fair.seed_none': 'rien ajouté',
  'fair.seed_withheld': 'promise, mais pas montrée à temps',
  'fair.copy': 'Copier en JSON',
  'fair.copied': 'Copié',
};
