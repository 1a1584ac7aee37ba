/** The words in French of the pages, sheets and dialogs that are fetched when they are wanted. */

export const words = {
  'create.submit': 'Ouvrir la table',
  'create.submitting': 'Ouverture…',
  'create.start': 'Commencer',
  'create.more': 'Toutes les options',
  'create.named': 'Règles connues',
  'create.length': 'Durée, en points',
  'length.short': 'Courte · {points}',
  'length.normal': 'Normale · {points}',
  'length.long': 'Longue · {points}',
  'create.goal': 'Le premier à {points} gagne, {clock}.',
  'create.no_clock': 'sans pendule',
  'create.clock_move': 'avec {time} par coup',
  'create.clock_bank': 'avec {time} par joueur',
  'create.changed': 'Changé : {options}.',
  'create.access': 'Qui peut venir',
  'create.public': 'Tout le monde',
  'create.kept': 'Places gardées pour des amis',
  'create.kept_hint': 'Seul quelqu’un qui a votre lien peut les prendre.',
  'create.hints': 'Conseils',
  'create.hints_hint': 'On peut demander ce que jouerait un expert.',
  'create.bots': 'Les bots peuvent jouer',
  'create.bots_hint': 'Des programmes peuvent aussi s’asseoir ; cela se voit.',
  'create.level': 'Quel niveau ?',
  'clock.label': 'Pendule',
  'clock.hint':
    'Le temps écoulé, un domino est joué pour vous ; cela seul ne fait pas perdre la partie.',
  'create.yes': 'Oui',
  'create.no': 'Non',

  'preset.Fives':
    'Vous marquez quand la somme des bouts est un multiple de cinq. Le premier double s’ouvre des quatre côtés.',
  'preset.Draw': 'Si vous ne pouvez pas jouer, vous piochez.',
  'preset.Block': 'Si vous ne pouvez pas jouer, vous boudez : on ne pioche pas.',
  'preset.Five-Up': 'Comme Les cinq, mais un blocage rapporte tout ce que les autres ont en main.',
  'preset.Draw, winner leads': 'Comme Avec pioche, mais qui gagne une manche ouvre la suivante.',
  'preset.Block, winner leads': 'Comme Sans pioche, mais qui gagne une manche ouvre la suivante.',
  'preset.Quick Draw': 'Comme Avec pioche, en quelques minutes.',
  'preset.Quick All Fives': 'Comme Les cinq, en quelques minutes.',
  'preset.Fives and Threes':
    'Celui des pubs : vous marquez quand la somme des bouts est un multiple de cinq ou de trois, et il faut tomber juste sur le but.',
  'preset.All Fives': 'Comme Les cinq, avec sept ou neuf dominos.',
  'preset.Party Block':
    'Si vous ne pouvez pas jouer, vous boudez : on ne pioche pas. La première ouverture est tirée au sort.',
  'preset.Party Draw':
    'Si vous ne pouvez pas jouer, vous piochez. La première ouverture est tirée au sort.',
  'preset.Muggins':
    'Vous marquez un point par cinq dans la somme des bouts. La première ouverture est tirée au sort.',
  'preset.Muggins · muggins calls':
    'Un point par cinq, et il faut l’annoncer : ce que vous oubliez, un adversaire peut le prendre.',
  'option.variant': 'Jeu',
  'option.seating': 'Joueurs',
  'option.hand_size': 'Dominos en main',
  'option.target': 'Partie en',
  'option.spinner': 'Double en croix',
  'option.point_unit': 'Points',
  'option.opening': 'Qui ouvre la première manche',
  'option.no_double': 'Si personne n’a de double',
  'option.next_lead': 'Qui ouvre les manches suivantes',
  'option.after_block': 'Qui ouvre après un blocage',
  'option.reserve': 'Dominos qui restent à la pioche',
  'option.blocked_score': 'Une manche bloquée rapporte',
  'option.exact_target': 'Tomber juste sur l’objectif',
  'option.calls': 'Le compte',
  'value.variant.block': 'Block (sans pioche)',
  'value.variant.draw': 'Draw (avec pioche)',
  'value.variant.all_fives': 'All Fives (les cinq)',
  'value.variant.fives_and_threes': 'Fives and Threes (cinq et trois)',
  'value.seating.partners': '4 par équipes',
  'value.point_unit.pips': 'La somme (15 rapporte 15)',
  'value.point_unit.fives': 'Un par cinq (15 rapporte 3)',
  'value.opening.highest_double': 'Qui a le plus fort double',
  'value.opening.lot': 'Qui tire le plus fort domino',
  'value.no_double.heaviest_tile': 'Le plus fort domino ouvre',
  'value.no_double.redeal': 'On redistribue',
  'value.next_lead.winner': 'Le gagnant de la dernière manche',
  'value.next_lead.rotate': 'Chacun son tour',
  'value.next_lead.opening': 'Comme à la première manche',
  'value.after_block.same': 'Comme toujours',
  'value.after_block.opening': 'Comme à la première manche',
  'value.blocked_score.opponents_total': 'Tout ce que les autres ont',
  'value.blocked_score.difference': 'La différence',
  'value.calls.automatic': 'Automatique',
  'value.calls.muggins': 'Annoncé ou perdu (Muggins)',
  'hint.spinner': 'Le premier double d’une manche reçoit des dominos sur ses quatre côtés.',
  'hint.exact_target': 'Les points qui dépasseraient l’objectif ne comptent pas.',
  'hint.going_out_point': 'Au lieu des points qui restent dans les autres mains.',
  'hint.reserve': 'Ceux-ci ne se piochent jamais.',
  'hint.calls':
    'Avec Muggins, on annonce ses points en jouant ; un adversaire peut prendre ce qu’on oublie.',

  'rules.pick': 'Choisissez un jeu',
  'rules.aim': 'Le but',
  'rules.aim.target':
    'Qui atteint {points} le premier gagne la partie. On joue par manches, chacune avec une nouvelle donne.',
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
  'rules.deal.boneyard': {
    one: 'L’autre reste face cachée : c’est la pioche.',
    other: 'Les {n} autres restent face cachée : c’est la pioche.',
  },
  'rules.deal.asleep': {
    one: 'L’autre reste face cachée et hors jeu : il dort.',
    other: 'Les {n} autres restent face cachée et hors jeu : ils dorment.',
  },
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
    'Si vous ne dites rien, ou vous trompez, tout adversaire peut crier « Muggins ! » jusqu’au domino suivant : le premier prend les points. Crier quand il n’y a rien à prendre ne fait rien.',
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
  'figure.scores': '{sum} = {total} : {points}',
  'figure.scores_not': '{sum} = {total} : rien',
  'figure.opponents': 'Il reste',
  'figure.left': 'Il reste {pips} en main aux adversaires : {points}.',
  'figure.blocked': 'Les deux bouts demandent un 6, et les sept dominos à 6 sont là : bloqué.',
  'figure.winner': 'La légère',
  'figure.loser': 'L’autre',
  'figure.total': '{own} contre {pips} : la main la plus légère marque {n} points.',
  'figure.difference': '{pips} − {own} = {less} : la main la plus légère marque {n} points.',

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
    'Le premier qui n’a plus de dominos gagne la manche, et marque ce que les autres ont encore.',
  'tutorial.end_title': 'Vous savez tout',
  'tutorial.end_text': 'Le reste vient en jouant. La page montre ce qui va et ce qui rapporte.',
  'tutorial.open': 'Ouvrir une table',
  'tutorial.rules': 'Lire les règles',
  'tutorial.again': 'Encore une fois',

  'fair.intro':
    'La table était liée à ses secrets avant que quiconque ne s’assoie, et chaque navigateur a ajouté sa propre graine. Votre navigateur refait maintenant la donne à partir des deux et compare.',
  'fair.none':
    'Aucune manche n’est encore terminée. Le secret d’une manche est montré quand elle est finie.',
  'fair.rounds': 'Manches de cette partie',
  'fair.checking': 'Vérification de la manche {n}…',
  'fair.verdict.good': 'La manche {n} a été donnée loyalement : tout concorde.',
  'fair.verdict.bad': 'Manche {n} : quelque chose ne concorde pas.',
  'fair.verdict.unseen':
    'Manche {n} : ce qui a pu être vérifié concorde, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
  'fair.scheme.bad': 'Il n’y a pas de preuve de cette donne que cette page sache lire.',
  'fair.scheme.good':
    'Le mélange dépend de cette table, de cette partie et de sa place dans la chaîne.',
  'fair.scheme.unseen':
    'Cette table a été ouverte avec un schéma antérieur. Son mélange ne dépend ni de la table, ni de la place dans la chaîne, ni des promesses non tenues : un serveur malhonnête a pu choisir les dominos.',
  'fair.secret.good':
    'Le secret de cette manche, haché {times}, donne l’engagement de la table : il était fixé d’avance.',
  'fair.times': { one: 'une fois', other: '{n} fois' },
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
    'Votre navigateur n’a pas de reçu pour cette partie : on ne peut donc montrer à personne d’autre à quoi le serveur était lié.',
  'fair.receipt_kept.good':
    'Le reçu du serveur dit la même chose. Ce navigateur ne peut pas vérifier ici sa signature ; le programme scripts/verify-deal le fait.',
  'fair.receipt_kept.bad': 'Le reçu du serveur ne dit pas la même chose.',
  'fair.seeds.good': 'Chaque graine montrée est celle que son joueur avait promise.',
  'fair.seeds.bad': 'Une graine n’est pas celle que son joueur avait promise.',
  'fair.own.good': 'Votre propre graine en fait partie.',
  'fair.own.bad':
    'Votre propre graine n’en fait pas partie. Si cette page était fermée ou hors ligne au début de la partie, le serveur n’a pas pu la demander ; sinon, il l’a laissée de côté.',
  'fair.own.unseen':
    'Votre navigateur n’a ajouté aucune graine à cette partie. Si aucune autre n’était honnête, le serveur a pu choisir les dominos.',
  'fair.order.good':
    'Le secret et les graines, mélangés, donnent exactement l’ordre dans lequel étaient les dominos.',
  'fair.order.bad':
    'Le secret et les graines, mélangés, donnent un ordre différent de celui de la donne.',
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
    one: 'La seule manche de cette partie a été donnée loyalement : tout concorde.',
    other: 'Les {n} manches de cette partie ont été données loyalement : tout concorde.',
  },
  'fair.all.bad': 'Quelque chose ne concorde pas. Manches : {rounds}',
  'fair.all.unseen': {
    one: 'Ce qui a pu être vérifié concorde, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
    other:
      'Ce qui a pu être vérifié concorde dans les {n} manches, mais tout n’a pas pu l’être. Ce navigateur ne peut donc pas dire que personne n’a choisi les dominos.',
  },
  'fair.bad_round': 'Manche {n} : ne concorde pas',
  'fair.hands': 'La donne d’origine',
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
    'Ce n’est pas la partie telle qu’un serveur l’a donnée : quelque chose y a été changé, ou la signature est fausse.',
  'fair.entries': { one: '{n} entrée', other: '{n} entrées' },
  'fair.signed_kept':
    'Elle se dit signée par le serveur avec la clé {key}, quand le registre public avait {entries} dans l’arbre {tree}. Ce navigateur ne peut pas vérifier les signatures ici ; le programme scripts/verify-deal le fait.',
  'fair.unsigned':
    'Cette partie n’est pas signée : les noms, heures, marques et l’adresse ont pu être changés.',
  'fair.signed':
    'Signée par le serveur avec la clé {key}. Son registre public avait alors {entries} dans l’arbre {tree}.',

  'record.title': 'Une partie de {notation}',
  'record.missing': 'Cette partie n’existe pas',
  'record.missing_hint': 'Elle n’est peut-être plus conservée, ou le lien est incomplet.',
  'record.a_player': 'Un joueur',
  'record.took_over': '{name} a remplacé {who} ({level}) à la manche {n}.',
  'record.bot': '{name} est un programme.',
  'record.resigned': '{name} a abandonné à la manche {n} ; l’ordinateur a continué à sa place.',
  'record.lent': 'L’ordinateur a joué pour {name} à partir de la manche {n}.',
  'record.lent_until': 'L’ordinateur a joué pour {name} de la manche {n} à la manche {m}.',
  'record.seat': 'Joueur {n}',
  'record.hands': 'Toutes les mains',
  'record.hand': '{name} : {tiles}',
  'record.no_tiles': 'plus de domino',
  'record.rounds': 'Manches',
  'record.position': 'Manche {round}, position {step} sur {steps}',
  'record.scrubber': 'Position dans la partie',
  'record.first': 'Au début',
  'record.back': 'Un pas en arrière',
  'record.forward': 'Un pas en avant',
  'record.last': 'À la fin',
  'record.play': 'Lire',
  'record.pause': 'Pause',
  'record.controls': 'Pas à pas',
  'record.keys':
    'Les flèches avancent pas à pas, Début et Fin mènent aux extrémités, la barre d’espace lance la lecture.',
  'record.touch':
    'Touchez la moitié droite de la table pour avancer d’un pas, la gauche pour reculer.',
  'record.copy': 'Copier le lien de cette position',
  'record.link': 'Lien de cette position',
  'record.share': 'Partager',
  'record.keep': 'Partager et garder',
  'record.transcript': 'Transcription',
  'record.json': 'Enregistrement (JSON)',
  'record.picture': 'Image (SVG)',
  'record.more': 'La suite de la partie arrive…',
  'record.proof': 'Donne loyale',
  'record.proof_hint':
    'Votre navigateur peut refaire chaque donne de cette partie et la comparer à ce qui a été joué.',
  'record.proof_none': 'Aucune preuve des donnes n’a été gardée avec cette partie.',
  'record.proof_transcript':
    'Une transcription dit ce qui s’est passé, non comment les dominos ont été mélangés : elle ne permet de vérifier aucune donne. Collez plutôt l’enregistrement (JSON) d’une partie.',
  'record.verify': 'Vérifier les donnes',
  'record.stops':
    'La transcription s’arrête ici. Elle ne dit pas comment la partie s’est terminée.',
  'import.again': 'En rejouer une autre',
  'me.filters': 'Quelles parties',
  'me.all': 'Tous',
  'me.opponent': 'Adversaire',
  'me.opponent_hint': 'Une partie du nom',
  'me.result': 'Résultat',
  'me.result.won': 'Gagnée',
  'me.result.lost': 'Perdue',
  'me.result.undecided': 'Sans vainqueur',
  'me.empty': 'Pas encore de partie ici',
  'me.empty_hint': 'Chaque partie que vous jouez jusqu’au bout est conservée ici.',
  'me.older': 'Parties plus anciennes',
  'me.list': 'Parties',
  'me.figures': { one: 'Sur cette partie', other: 'Sur ces {n} parties' },
  'me.won': 'Parties gagnées',
  'me.of': '{n} sur {all}',
  'me.rate.points': 'Points par manche',
  'me.rate.outs': 'Manches finies par domino',
  'me.rate.scoring': 'Poses qui marquent',
  'me.plot': '{title}, partie par partie ; de {least} à {most}',
  'me.table': 'Sous forme de tableau',
  'me.match': 'Partie',
  'me.data': 'Mes données',
  'me.export': 'Télécharger toutes mes parties',
  'me.export_hint': 'Un enregistrement par ligne, en JSON.',
  'me.delete': 'En retirer mon nom',
  'me.delete_hint':
    'Tout le monde lira « Un joueur » à la place, dans toutes les parties jusqu’ici. C’est irréversible.',
  'me.hide': 'Cacher mon nom aux autres dans cette partie',
  'me.delete_sure': 'Oui, le retirer',
  'me.deleted': {
    one: 'Votre nom a été retiré de {n} partie.',
    other: 'Votre nom a été retiré de {n} parties.',
  },
  'import.title': 'Revoir une transcription',
  'import.lead':
    'Collez la transcription d’une partie, d’ici ou d’ailleurs, ou son enregistrement (JSON). Elle est vérifiée selon les règles et n’est pas conservée.',
  'import.label': 'Transcription ou enregistrement',
  'import.submit': 'Revoir',
  'import.wrong': 'Impossible à revoir : {why}',

  'analysis.waiting': 'L’expert regarde chaque coup de la partie…',
  'analysis.progress': '{n} sur {moves} coups',
  'analysis.failed': 'L’analyse a échoué.',
  'analysis.accuracy': 'Qualité des coups',
  'analysis.hint': '100 % veut dire : toujours ce que l’expert aurait joué.',
  'analysis.moves': 'Coups de {name}',
  'analysis.on': '{tile} sur le {pips}',
  'analysis.lead': '{tile} pour ouvrir',
  'analysis.played': '{name} a joué {play}.',
  'analysis.forced': 'Il n’y avait pas le choix.',
  'analysis.as_good': 'Aussi bon que le meilleur.',
  'analysis.best': 'Le meilleur : {play}.',
  'analysis.cost': 'Ce coup a coûté {cost} de la probabilité de gagner.',
  'analysis.chance': 'Avec le meilleur coup, la probabilité de gagner était de {chance}.',
  'analysis.position': 'La position : {tiles}. Main : {hand}.',
  'analysis.empty': 'rien n’est encore posé',

  'settings.theme_system': 'Comme le système',
  'settings.theme_light': 'Clair',
  'settings.theme_dark': 'Sombre',
  'settings.tiles': 'Dominos',
  'settings.tiles_ivory': 'Ivoire',
  'settings.tiles_ebony': 'Ébène',
  'settings.tiles_contrast': 'Contraste élevé',
  'settings.volume': 'Volume',
  'settings.volume_test': 'Essayer',
  'settings.notify': 'Notifications',
  'settings.notify_hint': 'Quand c’est à vous et que vous êtes ailleurs.',
  'settings.notify_denied': 'Votre navigateur interdit à cette page de vous avertir.',
  'settings.vibrate': 'Vibrer quand c’est à moi',
  'settings.auto_play': 'Poser pour moi ce qui est forcé',
  'settings.auto_play_hint': 'Une ouverture imposée, et un domino pioché qui ne va qu’à un bout.',
  'settings.show_lacks': 'Marquer ce qui manque aux autres',
  'settings.show_lacks_hint': 'Les nombres qu’un joueur n’avait pas en boudant ou en piochant.',
  'settings.language_auto': 'Comme le navigateur',
  'settings.bots': 'Bots',

  'bots.hint': 'Un programme peut jouer sous son propre nom. Les autres voient que c’est un bot.',
  'bots.name': 'Nom du bot',
  'bots.make': 'Nouveau bot',
  'bots.token': 'Jeton de {name}',
  'bots.once': 'Il n’est montré que maintenant. Gardez-le là où votre programme le trouvera.',
  'bots.copy': 'Copier',
  'bots.delete': 'Supprimer',
  'bots.delete_who': 'Supprimer {name}',
  'bots.failed': 'Cela n’a pas marché. Réessayez.',
};
