/** The advice on how to play, in French. */

export const words = {
  'strategy.suits': 'Ouvrez les nombres que vous avez',
  'strategy.suits.why':
    'Chaque nombre est sur sept dominos. Plus vous en avez, moins il en reste aux autres. Jouez de sorte que le nouveau bout demande un nombre dont il vous reste des dominos : vous pourrez continuer quand votre tour reviendra.',
  'strategy.suits.shown':
    'Posez le 5-2 contre le 2. Le nouveau bout demande un 5 : il vous en reste trois, et il n’y en a que trois ailleurs.',
  'strategy.doubles': 'Ne gardez pas vos doubles',
  'strategy.doubles.why':
    'Un double ne va qu’à un nombre ; tout autre domino, à deux. Quand presque tout son nombre est sorti, il peut vous rester jusqu’à la fin. Et un double laisse le bout tel qu’il était : il aide rarement les autres.',
  'strategy.doubles.shown':
    'Posez le 4-4 maintenant. Le bout reste un 4, et votre 4-2 peut suivre.',
  'strategy.heavy': 'Jouez tôt les dominos lourds',
  'strategy.heavy.why':
    'Ce qui vous reste en main compte pour les autres. Un domino pèse six points en moyenne, le 6-6 douze. Si deux coups se valent, jouez le domino le plus lourd.',
  'strategy.passes': 'Retenez ce qui fait bouder les autres',
  'strategy.passes.why':
    'Qui boude n’a aucun des nombres ouverts. Ici on ne pioche pas : cela reste vrai jusqu’à la fin de la manche. Ramenez ces nombres au moment où cela gêne le plus.',
  'strategy.passes.shown':
    'On a boudé à 4 et à 6. Le 6-4 contre le 6 laisse un 4 à chaque bout : il faut bouder encore, et il vous reste deux 4.',
  'strategy.lock': 'Bloquez quand votre main est légère',
  'strategy.lock.why':
    'La manche est bloquée quand les deux bouts demandent un nombre dont tous les dominos sont posés. Comptez donc ceux des nombres ouverts. Avec une main légère, cherchez le domino qui ferme ; avec une main lourde, gardez un bout ouvert.',
  'strategy.lock.shown':
    'Six dominos à 6 sont posés et vous avez le septième : le 6-0 contre le 0 ferme les deux bouts. Votre main pèse alors {own}, les deux dominos de l’autre environ {theirs}.',
  'strategy.asleep': 'Certains dominos ne viennent jamais',
  'strategy.asleep.why':
    'On ne distribue pas tout : sur {all}, il y en a {asleep} qui dorment. Sur les {each} qui portent un même nombre, {out} dorment en moyenne. Un nombre peut donc s’épuiser avant que vous ayez vu tous ses dominos.',

  'strategy.many': 'Gardez beaucoup de nombres différents',
  'strategy.many.why':
    'Si rien ne va, vous piochez, et votre main grossit. Une main où il y a tous les nombres a toujours une réponse. Avant de choisir ce que vous jouez, regardez donc ce qui vous reste.',
  'strategy.many.shown':
    'Après le 5-1 contre le 5, il vous reste tous les nombres de 0 à 6 : vous pourrez jouer au prochain tour, quoi que fassent les autres.',
  'strategy.force': 'Faites piocher les autres',
  'strategy.force.why':
    'Qui a dû piocher n’a aucun des nombres qui étaient ouverts : les dominos piochés qui n’allaient pas ne les portent pas non plus. Laissez l’un d’eux aux deux bouts. Chaque domino qu’ils piochent peut compter pour vous.',
  'strategy.force.shown':
    'On a pioché à 1 et à 2 : donc plus de 1 dans cette main. Le 1-0 contre le 0 laisse un 1 à chaque bout : il faut piocher encore.',
  'strategy.boneyard': 'Comptez la pioche',
  'strategy.boneyard.why':
    'Tous voient combien de dominos restent à piocher, et tant qu’il y en a, rien n’est bloqué. À deux, quand la pioche est vide, tout ce que vous ne voyez pas est dans l’autre main : vous pouvez alors calculer chaque réponse.',

  'strategy.first_five': 'Commencez par des points sans réponse',
  'strategy.first_five.why':
    'Si vous choisissez le premier domino, cinq rapportent tout de suite : 5-5 et 6-4 font dix ; 5-0, 4-1 et 3-2 font cinq. Après le 6-4 seul le 6-1 rapporte, après le 5-5 seul le 5-0, et après le 3-2 aucun.',
  'strategy.first_five.shown':
    'Le 3-2 fait {sum} = {total} : {points}. Après le 4-1, le 6-1 pourrait rapporter.',
  'strategy.again': 'Sachez quels dominos rapportent encore',
  'strategy.again.why':
    'Un domino change le compte de la différence de ses moitiés. Si le compte est un multiple de cinq, quatre dominos le maintiennent, à un bout sans double : le 5-0 et le 6-1 le changent de cinq, le 5-5 ajoute cinq, le 0-0 n’ajoute rien.',
  'strategy.again.shown': 'Le 6-1 contre le 6 fait {sum} = {total} : {points}.',
  'strategy.outer': 'Un double au bout compte deux fois',
  'strategy.outer.why':
    'Un double au bout compte ses deux moitiés : un 4-4 contre un 4 ajoute quatre. Servez-vous-en pour arriver à un multiple de cinq. Et couvrez le double d’un autre quand cela gâte le compte du suivant.',
  'strategy.outer.shown': 'Le 4-4 contre le 4 fait {sum} = {total} : {points}.',
  'strategy.third': 'Servez-vous de tous les côtés du double en croix',
  'strategy.third.why':
    'Quand deux côtés du double en croix portent un domino, les autres s’ouvrent aussi. Un côté sans domino n’ajoute rien. Un domino posé là n’ajoute donc que sa moitié extérieure, et ne couvre aucun bout.',
  'strategy.third.shown':
    'Les bouts sont 3 et 6. Le 5-1 contre le double en croix fait {sum} = {total} : {points}.',
  'strategy.safe': 'Laissez un compte qui ne sert à personne',
  'strategy.safe.why':
    'Si vous ne pouvez pas marquer, pensez au suivant. Lesquels des dominos que vous ne voyez pas rapporteraient après votre coup ? Choisissez le coup qui en laisse le moins.',
  'strategy.safe.shown':
    'Après le 4-0 contre le 4, aucun domino que vous ne voyez pas ne rapporte. Après le 3-1 contre le 1, il y en aurait trois : 3-3, 4-2 et 6-3.',
  'strategy.out': 'Faire domino rapporte aussi',
  'strategy.out.why':
    'Ce qui reste dans les autres mains fait aussi des points, arrondis au multiple de cinq le plus proche : deux dominos moyens rapportent {two}. Comparez cela à quelques points qui vous empêchent de finir.',
  'strategy.say': 'Comptez avant de jouer',
  'strategy.say.why':
    'Les points ne sont à vous que si vous les annoncez : additionnez les bouts avant de toucher le domino. Additionnez aussi pour les autres : ce qu’ils oublient est à vous si vous criez le premier.',

  'strategy.fifteen': 'Quinze est le meilleur compte',
  'strategy.fifteen.why':
    'Quinze est fait de trois et de cinq : 8 points. Avec deux bouts, seuls deux doubles le font : le 6-6 à côté d’un 3, et le 5-5 à côté d’un 5. Gardez-les jusqu’à ce qu’ils aillent, et ne laissez pas ces bouts aux autres.',
  'strategy.fifteen.shown': 'Le 6-6 contre le 6 fait {sum} = {total} : {points}.',
  'strategy.first_nine': 'Commencez par le 5-4',
  'strategy.first_nine.why':
    'Le 5-4 et le 6-3 font neuf : trois points. Mais après le 6-3, le 6-6 fait quinze. Le 6-6 en premier fait douze et rapporte 4, puis le 6-3 fait quinze. Après le 5-4 aucun domino ne rapporte plus de deux points.',
  'strategy.first_nine.shown':
    'Le 5-4 fait {sum} = {total} : {points}. Après le 6-3, le suivant pourrait en faire 8.',
  'strategy.quiet': 'Laissez peu au suivant',
  'strategy.quiet.why':
    'Beaucoup de comptes rapportent : 3, 5, 6, 9, 10, 12, 15, 18 et 20. Presque chaque coup laisse donc quelque chose. Comparez combien de dominos que vous ne voyez pas rapporteraient après chacun de vos coups.',
  'strategy.quiet.shown':
    'Après le 3-2 contre le 3, trois dominos que vous ne voyez pas rapportent ; après le 6-4 contre le 6, ils seraient sept.',
  'strategy.target': 'Préparez les derniers points',
  'strategy.target.why':
    'Il faut tomber juste sur {target}. 1, 2 et 4 points viennent de deux comptes chacun : 3 ou 5, 6 ou 10, 12 ou 20. 3, 6 et 8 viennent d’un seul : 9, 18 et 15. Aucun compte ne rapporte 5 ni 7. Arrêtez-vous là où beaucoup de comptes peuvent finir.',
  'strategy.point': 'Les points se font en chemin',
  'strategy.point.why':
    'Faire domino ne rapporte qu’un point, et ce qui vous reste en main ne coûte rien. Gardez donc les dominos qui peuvent encore faire de bons comptes, même lourds.',

  'strategy.lead': 'Ouvrez par votre nombre le plus long',
  'strategy.lead.why':
    'Le premier domino dit à votre partenaire quel nombre garder ouvert. Ouvrez par le nombre dont vous avez le plus, et si possible par son double : il ne montre qu’un nombre, et plus tard il se place moins bien.',
  'strategy.lead.shown': 'Ouvrez par le 4-4 : il vous reste trois autres 4.',
  'strategy.partner': 'Ne couvrez pas le nombre de votre partenaire',
  'strategy.partner.why':
    'Du nombre qu’il a ouvert, votre partenaire a sans doute d’autres dominos. Si vous le pouvez, jouez à l’autre bout et couvrez ce que les adversaires ont ouvert. Il suffit que l’un de vous deux finisse.',
  'strategy.partner.shown':
    'Votre partenaire a ouvert par le 5-5. Posez le 4-1 contre le 1, et laissez le 5.',
  'strategy.passed': 'Ramenez ce qui manque au suivant',
  'strategy.passed.why':
    'Qui a boudé n’a aucun des nombres qui étaient ouverts, et rien n’y change dans cette manche. Si vous le pouvez, mettez l’un d’eux aux deux bouts : il faudra bouder encore.',
  'strategy.passed.shown':
    'Le suivant a boudé au 3-3. Le 3-1 contre le 1 laisse un 3 à chaque bout.',
  'strategy.count': 'Comptez jusqu’à sept',
  'strategy.count.why':
    'Tout est distribué, et chaque nombre est sur sept dominos. Comptez ceux de la table et les vôtres. Si personne d’autre n’a plus un nombre, son bout n’attend que vous : laissez-le, et jouez à l’autre.',
  'strategy.count.shown':
    'Cinq dominos à 1 sont posés, et les deux autres sont à vous. Posez le 6-3 contre le 6 : personne d’autre ne peut jouer contre le 1.',
  'strategy.double': 'Jouez un double tant que son nombre vit',
  'strategy.double.why':
    'Un double ne va qu’à son nombre. Quand presque tous les dominos de ce nombre sont posés, le suivant peut l’épuiser, et le double vous reste. Avec un double mort, on ne finit pas.',
  'strategy.double.shown':
    'Cinq dominos à 2 sont posés, et il n’y a plus que le 2-1 ailleurs. S’il vient ici, votre 2-2 est mort. Posez donc le 2-2 maintenant.',
  'strategy.closing_side': 'Pesez vos deux mains avant de bloquer',
  'strategy.closing_side.why':
    'Un blocage va à l’équipe qui a le moins de points. Tous les dominos ensemble pèsent 168. Ôtez ce qui est posé et ce que vous avez : le reste est dans les trois autres mains. Bloquez si votre équipe est sans doute la plus légère.',
  'strategy.closing_side.shown':
    'Le 6-0 contre le 0 est le septième 6 et bloque. Il vous reste {own}, aux autres {others} : en moyenne {theirs} chez les adversaires, et {ours} dans votre équipe.',
  'strategy.closing_lightest': 'Une main légère gagne un blocage',
  'strategy.closing_lightest.why':
    'Un blocage va à la main qui a le moins de points, quoi qu’ait son partenaire. Si votre main est légère, cherchez le domino qui ferme les deux bouts. Si c’est celle de votre partenaire, fermez pour lui.',
  'strategy.closing_lightest.shown':
    'Le 6-0 contre le 0 est le septième 6 et bloque. Il vous reste quatre dominos qui pèsent {own} : peu de mains en ont moins.',
  'strategy.closing_blocker': 'Deux mains décident d’un blocage',
  'strategy.closing_blocker.why':
    'On ne compare que qui a bloqué et le suivant, et le plus léger des deux gagne. Bloquez donc quand vous êtes plus léger que le suivant, quoi qu’ait votre partenaire.',
  'strategy.closing_blocker.shown':
    'Le 6-0 contre le 0 est le septième 6 et bloque. Il vous reste {own}, et les cinq dominos du suivant pèsent environ {next}.',
  'strategy.all_hands': 'Les dominos lourds ne gênent que le perdant',
  'strategy.all_hands.why':
    'Les gagnants comptent les points de toutes les mains : peu importe qui les tient. Si vous allez sans doute gagner la manche, jouez léger et laissez beaucoup à compter. Si vous allez la perdre, posez les dominos lourds.',

  'strategy.both': 'Préparez une fin des deux bouts',
  'strategy.both.why':
    'Un dernier domino qui va aux deux bouts rapporte {both} de plus. Avec deux dominos en main, voyez si l’un peut laisser les deux nombres de l’autre. C’est sûr quand personne d’autre n’a ces nombres.',
  'strategy.both.shown':
    'Tous les autres dominos à 6 ou à 4 sont posés. Après le 4-4 contre le 4, tous boudent, et le 6-4 va aux deux bouts.',
  'strategy.cross': 'C’est la façon de finir qui compte',
  'strategy.cross.why':
    'Une fin simple rapporte {plain}, avec un double {double}, des deux bouts {both_ends}, et avec un double des deux bouts {double_both}. Choisissez donc tôt quels deux dominos garder, et de quels bouts le dernier a besoin.',
  'strategy.cross.shown':
    'Tous les autres dominos à 6 ou à 4 sont posés. Le 6-4 contre le 6 laisse un 4 à chaque bout : tous boudent, et le 4-4 finit des deux bouts.',
  'strategy.blank': 'Ne gardez le double blanc qu’avec un plan',
  'strategy.blank.why':
    'Si le 0-0 est le dernier domino de la manche, il rapporte {blank} de plus. Il ne pèse rien, mais ne va qu’à un blanc. Gardez-le tant que vous avez d’autres blancs pour lui ouvrir un bout ; sinon, posez-le dès que possible.',
  'strategy.first': 'Les premières manches valent le plus',
  'strategy.first.why':
    'Les quatre premières manches gagnées rapportent {rounds} de plus, dans cet ordre, qui que ce soit qui gagne. Gagner de peu y vaut presque autant que gagner de beaucoup. Jouez pour gagner, et oubliez les points des dominos.',
  'strategy.first_pass': 'Ouvrez par ce qui peut manquer au suivant',
  'strategy.first_pass.why':
    'Si seul le suivant boude au premier domino, un double rapporte {lead_double}, un autre domino {lead_other}. Avec cinq dominos de son nombre en main, un double y arrive dans une donne sur {five} ; avec quatre, dans une sur {four}.',
  'strategy.first_pass.shown': 'Ouvrez par le 5-5 : vous avez cinq des sept dominos à 5.',
  'strategy.everybody': 'Gardez les derniers dominos d’un nombre',
  'strategy.everybody.why':
    'Si tous boudent et que vous rejouez, cela rapporte {all_pass}. C’est le cas quand les deux bouts demandent un nombre que vous êtes seul à avoir encore.',
  'strategy.everybody.shown':
    'Quatre blancs sont posés, et les trois autres sont à vous. Le 5-0 contre le 5 laisse un blanc à chaque bout : tous boudent, et vous rejouez.',

  'strategy.weight': 'Les points des dominos ne comptent pas',
  'strategy.weight.why':
    'Une manche gagnée vaut autant, quoi qu’il reste en main. Les points ne décident que d’un blocage. Gardez les dominos qui vont à beaucoup d’endroits, et n’en jouez pas un seulement parce qu’il est lourd.',
  'strategy.love': 'Une manche peut en effacer beaucoup',
  'strategy.love.why':
    'Quand chaque côté a gagné, le score retombe. Une seule manche efface donc leur longue série, et la vôtre n’est sûre qu’au but. Plus un côté est loin devant, plus il vaut la peine de l’arrêter.',
  'strategy.give': 'Cédez la pose si vous n’avez pas de plan',
  'strategy.give.why':
    'Si vous ouvrez pour avoir gagné, vous pouvez céder la pose à votre partenaire. Ouvrez vous-même avec quatre dominos d’un nombre ou plus. Avec une main partagée, cédez la pose : votre partenaire a peut-être le nombre long qui vous manque.',
  'strategy.rival': 'Arrêtez qui est près de gagner',
  'strategy.rival.why':
    'Chacun joue pour soi, mais qui est près de finir, ou de gagner la partie, est l’adversaire de tous. Couvrez les bouts qu’il lui faut, et laissez ouvert ce que peuvent jouer ceux qui viennent avant lui.',
  'strategy.know': 'Vous connaissez l’autre main',
  'strategy.know.why':
    'À deux, tout est distribué : ce que vous n’avez pas et qui n’est pas posé, l’autre l’a. Regardez ses réponses avant de jouer. Avec peu de dominos, vous pouvez calculer toute la manche.',
  'strategy.blanks': 'Il n’y a que six blancs',
  'strategy.blanks.why':
    'Le 0-0 n’est pas dans ce jeu. Six dominos portent un blanc, et sept chacun des autres nombres : un bout blanc se ferme un domino plus tôt.',

  'strategy.entry': 'Les premiers points : {entry} ou plus',
  'strategy.entry.why':
    'Qui n’a aucun point doit en faire {entry} en une manche, ou ne marque rien. Tant que vous êtes à zéro, essayez de finir tôt, quand les autres ont encore beaucoup. Un blocage où ils sont légers aussi ne vous apporte rien.',
  'strategy.deny': 'Restez léger tant qu’ils sont à zéro',
  'strategy.deny.why':
    'Tant que l’autre côté est à zéro, sa victoire ne compte que s’il reste {entry} ou plus de votre côté. Jouez d’abord vos dominos lourds : en dessous, ils ne marquent rien.',

  'strategy.ten': 'Chaque nombre est sur dix dominos',
  'strategy.ten.why':
    'Avec cinq dominos d’un nombre, vous en avez la moitié, et une partie des autres dort. Jouez de sorte que ce nombre vienne aux bouts : vous pourrez y continuer, et souvent les autres non.',
  'strategy.ten.shown': 'Posez le 8-4 contre le 4. Il vous reste quatre autres dominos à 8.',
  'strategy.nine_doubles': 'Jouez tôt vos doubles',
  'strategy.nine_doubles.why':
    'Il y a dix doubles, et une main de dix dominos en a presque deux en moyenne. Chacun ne va qu’à un nombre, dont une partie des dominos dort. Le 9-9 pèse dix-huit points.',
  'strategy.nine_doubles.shown':
    'Posez le 8-8 maintenant. Le bout reste un 8, et votre 8-5 peut suivre.',
  'strategy.nine_heavy': 'Ici les dominos pèsent plus lourd',
  'strategy.nine_heavy.why':
    'Un domino pèse neuf points en moyenne, et ce qui vous reste en main compte pour les autres. Si deux coups se valent, jouez le domino le plus lourd.',
  'strategy.nine_passed': 'Retenez qui a boudé à quoi',
  'strategy.nine_passed.why':
    'Qui boude n’a aucun des nombres ouverts, et ici on ne pioche pas. Si vous le pouvez, mettez l’un d’eux aux deux bouts : il faudra bouder encore.',
  'strategy.nine_passed.shown':
    'Le suivant a boudé au 8-8. Le 9-8 contre le 9 laisse un 8 à chaque bout.',
};
