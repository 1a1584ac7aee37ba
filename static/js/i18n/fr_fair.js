// @ts-check
/** The words of the verify panel in French. */

export const fair = {
  'fair.intro':
    'La table était liée à ses secrets avant que quiconque ne s’assoie, et chaque navigateur a ajouté sa propre graine. Votre navigateur refait maintenant la donne à partir des deux et compare.',
  'fair.none':
    'Aucune manche n’est encore terminée. Le secret d’une manche est montré quand elle est finie.',
  'fair.rounds': 'Manches de cette partie',
  'fair.checking': 'Vérification de la manche {n}…',
  'fair.verdict.good': 'La manche {n} a été donnée loyalement : tout concorde.',
  'fair.verdict.bad': 'Manche {n} : quelque chose ne concorde pas.',
  'fair.verdict.unseen':
    'Manche {n} : ce qui a pu être vérifié concorde, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
  'fair.scheme.bad': 'Il n’y a pas de preuve de cette donne que cette page sache lire.',
  'fair.scheme.good':
    'Le mélange dépend de cette table, de cette partie et de sa place dans la chaîne.',
  'fair.scheme.unseen':
    'Cette table a été ouverte avec un schéma antérieur. Son mélange ne dépend ni de la table, ni de la place dans la chaîne, ni des promesses non tenues : un serveur malhonnête a pu choisir les dominos.',
  'fair.secret.good': {
    one: 'Le secret de cette manche, haché une fois, donne l’engagement de la table : il était fixé d’avance.',
    other:
      'Le secret de cette manche, haché {n} fois, donne l’engagement de la table : il était fixé d’avance.',
  },
  'fair.secret.bad': 'Le secret de cette manche ne mène pas à l’engagement de la table.',
  'fair.bound.good':
    'La table, la partie, l’engagement et la place dans la chaîne sont ceux que votre navigateur a vus avant le début de la partie.',
  'fair.bound.bad':
    'La table, la partie, l’engagement ou la place dans la chaîne ne sont pas ceux que votre navigateur a vus avant le début de la partie.',
  'fair.bound.unseen':
    'Votre navigateur n’a pas vu la table avant la partie. Le serveur a pu choisir ensuite une autre chaîne, ou une autre place.',
  'fair.promises.good':
    'La promesse de chaque place est celle que votre navigateur a vue avant de montrer votre graine.',
  'fair.promises.bad':
    'La promesse d’une place n’est pas celle que votre navigateur a vue avant de montrer votre graine.',
  'fair.promises.unseen':
    'Votre navigateur n’a pas vu les promesses des places avant que les graines soient montrées. Elles ont pu être choisies ensuite.',
  'fair.receipt.good':
    'Le reçu signé par le serveur, que votre navigateur a reçu avant de montrer votre graine, dit la même chose.',
  'fair.receipt.bad':
    'Le reçu du serveur ne dit pas la même chose, ou sa signature est fausse. Votre navigateur n’a montré aucune graine devant un faux reçu.',
  'fair.receipt.unseen':
    'Votre navigateur n’a pas de reçu pour cette partie : on ne peut donc montrer à personne d’autre à quoi le serveur était lié.',
  'fair.receipt_kept.good':
    'Le reçu du serveur dit la même chose. Ce navigateur ne peut pas vérifier ici sa signature ; le programme scripts/verify-deal le fait.',
  'fair.receipt_kept.bad': 'Le reçu du serveur ne dit pas la même chose.',
  'fair.seeds.good': 'Chaque graine montrée est celle que son joueur avait promise.',
  'fair.seeds.bad': 'Une graine n’est pas celle que son joueur avait promise.',
  'fair.own.good': 'Votre propre graine en fait partie.',
  'fair.own.bad':
    'Votre propre graine n’en fait pas partie. Si cette page était fermée ou hors ligne au début de la partie, le serveur n’a pas pu la demander ; sinon, il l’a laissée de côté.',
  'fair.own.unseen':
    'Votre navigateur n’a ajouté aucune graine à cette partie. Si aucune autre n’était honnête, le serveur a pu choisir les dominos.',
  'fair.order.good':
    'Le secret et les graines, mélangés, donnent exactement l’ordre dans lequel étaient les dominos.',
  'fair.order.bad': 'Le secret et les graines, mélangés, donnent un autre ordre que celui donné.',
  'fair.redeals.good': 'Les dominos n’ont été redonnés que là où les règles le disent.',
  'fair.redeals.bad':
    'Les dominos ont été redonnés, ou ne l’ont pas été, contre les règles ou contre ce que votre navigateur a vu.',
  'fair.redeals.unseen': 'Cette page n’a pas vu combien de fois les dominos ont été donnés.',
  'fair.played.good':
    'Chaque domino posé, pioché ou restant vient de la main où le mélange l’avait mis.',
  'fair.played.bad': 'Un domino n’était pas là où le mélange l’avait mis.',
  'fair.played.unseen':
    'Cette page n’a pas vu la fin de la manche et ne peut donc pas comparer les coups.',
  'fair.deal_only':
    'Cette page vérifie comment les dominos ont été donnés. Si chaque coup a suivi les règles, et si les points et le gagnant sont justes, c’est le programme scripts/verify-deal qui le vérifie.',
  'fair.progress': 'Vérification de la manche {n} sur {all}…',
  'fair.all.good': {
    one: 'La seule manche de cette partie a été donnée loyalement : tout concorde.',
    other: 'Les {n} manches de cette partie ont été données loyalement : tout concorde.',
  },
  'fair.all.bad': 'Quelque chose ne concorde pas. Manches : {rounds}',
  'fair.all.unseen': {
    one: 'Ce qui a pu être vérifié concorde, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
    other:
      'Ce qui a pu être vérifié concorde dans les {n} manches, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
  },
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
  'fair.copy_receipt': 'Copier le reçu',
  'fair.signed_bad':
    'Ce n’est pas la partie telle qu’un serveur l’a donnée : quelque chose y a été changé, ou la signature est fausse.',
  'fair.signed_kept':
    'Elle se dit signée par le serveur avec la clé {key}, quand le registre public avait {size} entrées dans l’arbre {tree}. Ce navigateur ne peut pas vérifier les signatures ici ; le programme scripts/verify-deal le fait.',
  'fair.unsigned':
    'Cette partie n’est pas signée : les noms, heures, marques et l’adresse ont pu être changés.',
  'fair.signed':
    'Signé par le serveur avec la clé {key}. Son registre public avait alors {size} entrées dans l’arbre {tree}.',
  'fair.copied': 'Copié',
};
