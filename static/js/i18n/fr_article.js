// @ts-check
/** The words of the rules pages in French. */

export const article = {
  'rules.aim': 'Le but',
  'rules.aim.target':
    'Qui atteint {n} points le premier gagne la partie. On joue par manches, chacune avec une nouvelle donne.',
  'rules.aim.exact':
    'Il faut tomber juste sur {n} : les points qui vous feraient dépasser ne sont pas donnés, et le tour continue.',
  'rules.aim.exact_example': {
    one: 'Avec {have} au score, {n} point gagne la partie, et {over} ne comptent pas.',
    other: 'Avec {have} au score, {n} points gagnent la partie, et {over} ne comptent pas.',
  },
  'rules.aim.two': 'On joue à deux, chacun pour soi.',
  'rules.aim.three': 'On joue à trois, chacun pour soi, dans le sens des aiguilles d’une montre.',
  'rules.aim.four': 'On joue à quatre, chacun pour soi, dans le sens des aiguilles d’une montre.',
  'rules.aim.partners':
    'On joue à quatre, en deux équipes. Les partenaires se font face, marquent ensemble et cachent leur main. On tourne dans le sens des aiguilles d’une montre.',

  'rules.deal': 'La donne',
  'rules.deal.hand': 'On mélange les 28 dominos du double-six et chacun en reçoit {n}.',
  'rules.deal.boneyard': 'Les {n} autres restent face cachée : c’est la pioche.',
  'rules.deal.asleep': 'Les {n} autres restent face cachée et hors jeu : ils dorment.',
  'rules.deal.all': 'Il ne reste aucun domino.',

  'rules.lead': 'Qui ouvre',
  'rules.lead.highest_double':
    'À la première manche, le plus fort double ouvre : qui l’a doit le poser.',
  'rules.lead.heaviest_tile': 'Si personne n’a de double, le plus fort domino doit ouvrir.',
  'rules.lead.redeal': 'Si personne n’a de double, on redistribue.',
  'rules.lead.lot':
    'Avant la première manche chacun tire un domino ; le plus fort ouvre, avec le domino de son choix. On remet les dominos et on mélange à nouveau.',
  'rules.lead.next_winner':
    'Ensuite, qui gagne une manche ouvre la suivante, avec le domino de son choix. Après une égalité, on décide comme à la première manche.',
  'rules.lead.next_rotate':
    'Ensuite chacun ouvre à son tour, dans le sens des aiguilles d’une montre, avec le domino de son choix.',
  'rules.lead.next_opening': 'Les manches suivantes commencent de la même façon.',
  'rules.lead.block_opening': 'Après un blocage, on décide comme à la première manche.',

  'rules.turn': 'Un tour',
  'rules.turn.match':
    'Posez un domino contre un bout ouvert de même nombre. Qui peut jouer doit jouer, mais choisit le domino et l’endroit.',
  'rules.turn.draw':
    'Si rien ne va, vous piochez, domino par domino, jusqu’à ce qu’il y en ait un qui aille, et vous le posez. Si la pioche est vide, vous boudez.',
  'rules.turn.reserve': {
    one: 'Le dernier domino de la pioche ne se prend jamais.',
    other: 'Les {n} derniers dominos de la pioche ne se prennent jamais.',
  },
  'rules.turn.pass': 'Si rien ne va, vous boudez. On ne pioche pas.',
  'rules.turn.auto':
    'On pioche et on boude sans rien faire ; tous voient combien de dominos vous avez piochés, personne ne voit lesquels.',

  'rules.layout': 'Sur la table',
  'rules.layout.lines':
    'Les dominos se suivent bout à bout ; les doubles se posent en travers. On ne joue que contre le dernier domino d’une ligne.',
  'rules.layout.two': 'Il y a deux bouts ouverts, un de chaque côté.',
  'rules.layout.spinner':
    'Le premier double de la manche est le double en croix (spinner). Quand ses deux grands côtés portent un domino, les petits s’ouvrent aussi : jusqu’à quatre bouts. Les doubles suivants n’ouvrent pas.',

  'rules.count': 'Points pendant le jeu',
  'rules.count.none': 'Il n’y en a pas : les points viennent à la fin de la manche.',
  'rules.count.how':
    'Après chaque domino, le premier compris, on additionne les bouts ouverts. Un double au bout compte ses deux moitiés : un 6-6 compte 12. Un domino seul compte ses deux côtés.',
  'rules.count.spinner':
    'Le double en croix compte ses deux moitiés jusqu’à ce que deux de ses côtés portent un domino ; ensuite il ne compte plus. Un de ses côtés sans domino n’ajoute rien.',
  'rules.count.fives_pips':
    'Si la somme est un multiple de cinq, vous la marquez : 10 rapporte 10, 15 rapporte 15.',
  'rules.count.fives_units':
    'Si la somme est un multiple de cinq, vous marquez un point par cinq : 10 rapporte 2, 15 rapporte 3.',
  'rules.count.threes':
    'Si la somme est un multiple de cinq, chaque cinq rapporte un point ; de trois, chaque trois. 10 rapporte 2, 9 rapporte 3, et 15 rapporte 3 et 5 : 8.',

  'rules.muggins': 'Muggins',
  'rules.muggins.say':
    'Les points pendant le jeu ne sont à vous que si vous annoncez le bon nombre en posant le domino.',
  'rules.muggins.call':
    'Si vous ne dites rien, ou vous trompez, tout adversaire peut crier « Muggins ! » jusqu’au domino suivant : le premier prend les points. Crier quand il n’y a rien à prendre ne fait rien.',
  'rules.muggins.example':
    'Par exemple, quelqu’un amène le compte à 15 et oublie les {n} points : ils sont à qui crie le premier.',
  'rules.muggins.hidden':
    'Le compte reste caché jusque-là. Le domino qui finit la manche est compté pour vous.',

  'rules.end': 'La fin d’une manche',
  'rules.end.domino_point': 'Qui pose son dernier domino fait domino et marque un point.',
  'rules.end.domino_pips':
    'Qui pose son dernier domino fait domino et marque les points qui restent dans les autres mains.',
  'rules.end.domino_partners': 'La main du partenaire ne compte pas.',
  'rules.end.rounded':
    'Cette somme s’arrondit au multiple de cinq le plus proche : 17 fait 15, 18 fait 20.',
  'rules.end.rounded_fives':
    'Cette somme s’arrondit au multiple de cinq le plus proche, un point par cinq : 17 fait 3, 18 fait 4.',
  'rules.end.blocked': 'Si personne ne peut jouer ni piocher, la manche est bloquée.',
  'rules.end.blocked_none': 'Une manche bloquée ne rapporte rien.',
  'rules.end.blocked_total':
    'La main la plus légère gagne alors, et marque tous les points des autres.',
  'rules.end.blocked_difference':
    'La main la plus légère gagne alors, et marque les points des autres moins les siens.',
  'rules.end.blocked_total_partners':
    'L’équipe qui a le moins de points dans ses deux mains gagne alors, et marque ceux de l’autre.',
  'rules.end.blocked_difference_partners':
    'L’équipe qui a le moins de points dans ses deux mains gagne alors, et marque ceux de l’autre moins les siens.',
  'rules.end.blocked_rounded': 'Cette somme s’arrondit de la même façon.',
  'rules.end.tie': 'Si les plus légères sont égales, personne ne marque.',
  'rules.end.match':
    'La partie s’arrête dès que quelqu’un atteint {n}, même au milieu d’une manche.',

  'figure.tiles': 'Dominos : {tiles}.',
  'figure.join': 'Le 4 touche un 4. Les bouts ouverts sont 6 et 1.',
  'figure.double': 'Le 4-4 se pose en travers, et la ligne continue derrière lui.',
  'figure.spinner_alone': 'Le 5-5 est le double en croix. La ligne part de ses deux côtés.',
  'figure.spinner_open': 'Les deux côtés portent un domino : les deux autres s’ouvrent aussi.',
  'figure.spinner_full':
    'Quatre bras, quatre bouts. Le 6-6 est venu après : il est en travers, comme tout double.',
  'figure.hand': 'En main',
  'figure.drawn': 'Piochés',
  'figure.draws':
    'Les bouts sont 6 et 4, et la main n’a ni l’un ni l’autre. Le 5-3 ne va pas ; le 6-3 va.',
  'figure.passes': 'Les bouts sont 6 et 4, et la main n’a ni l’un ni l’autre : on boude.',
  'figure.scores': { one: '{sum} = {total} : {n} point', other: '{sum} = {total} : {n} points' },
  'figure.scores_not': '{sum} = {total} : rien',
  'figure.opponents': 'Il reste',
  'figure.left': {
    one: 'Il reste {pips} en main aux adversaires : {n} point.',
    other: 'Il reste {pips} en main aux adversaires : {n} points.',
  },
  'figure.blocked': 'Les deux bouts demandent un 6, et les sept dominos à 6 sont là : bloqué.',
  'figure.winner': 'La légère',
  'figure.loser': 'L’autre',
  'figure.total': '{own} contre {pips} : la main la plus légère marque {n} points.',
  'figure.difference': '{pips} − {own} = {less} : la main la plus légère marque {n} points.',
};
