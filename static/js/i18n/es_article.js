// @ts-check
/** The words of the rules pages in Spanish. */

export const article = {
  'rules.aim': 'El objetivo',
  'rules.aim.target':
    'Gana la partida quien llega primero a {n} puntos. Se juega por rondas, cada una con un reparto nuevo.',
  'rules.aim.exact':
    'Hay que llegar a {n} justos: los puntos que te harían pasarte no se dan, y el turno sigue.',
  'rules.aim.exact_example': {
    one: 'Con {have} en tu cuenta, 1 punto gana la partida y {over} no cuentan.',
    other: 'Con {have} en tu cuenta, {n} puntos ganan la partida y {over} no cuentan.',
  },
  'rules.aim.two': 'Juegan dos, cada uno por su cuenta.',
  'rules.aim.three': 'Juegan tres, cada uno por su cuenta. Se juega en el sentido del reloj.',
  'rules.aim.four': 'Juegan cuatro, cada uno por su cuenta. Se juega en el sentido del reloj.',
  'rules.aim.partners':
    'Juegan cuatro en dos parejas. Los compañeros se sientan frente a frente, puntúan juntos y no se enseñan las fichas. Se juega en el sentido del reloj.',

  'rules.deal': 'El reparto',
  'rules.deal.hand': 'Se barajan las 28 fichas del doble seis y cada uno recibe {n}.',
  'rules.deal.boneyard': 'Las otras {n} quedan boca abajo: son el pozo, de donde se roba.',
  'rules.deal.asleep': 'Las otras {n} quedan boca abajo y no se juegan: duermen.',
  'rules.deal.all': 'No sobra ninguna ficha.',

  'rules.lead': 'Quién sale',
  'rules.lead.highest_double':
    'En la primera ronda sale el doble más alto: quien lo tiene debe jugarlo.',
  'rules.lead.heaviest_tile': 'Si nadie tiene un doble, debe salir la ficha más alta.',
  'rules.lead.redeal': 'Si nadie tiene un doble, se reparte otra vez.',
  'rules.lead.lot':
    'Antes de la primera ronda cada uno saca una ficha; sale quien saca la más alta, con la ficha que quiera. Las fichas vuelven y se baraja de nuevo.',
  'rules.lead.next_winner':
    'Después sale quien ganó la ronda anterior, con la ficha que quiera. Tras un empate se decide como en la primera ronda.',
  'rules.lead.next_rotate':
    'Después salen todos por turno, en el sentido del reloj, con la ficha que quieran.',
  'rules.lead.next_opening': 'Las demás rondas empiezan de la misma manera.',
  'rules.lead.block_opening': 'Tras una tranca la salida se decide como en la primera ronda.',

  'rules.turn': 'El turno',
  'rules.turn.match':
    'Juegas una ficha que toque una punta abierta con el mismo número. Quien puede jugar tiene que hacerlo, pero elige la ficha y el sitio.',
  'rules.turn.draw':
    'Si nada entra, robas del pozo, ficha a ficha, hasta que una entre, y la juegas. Si el pozo se acaba, pasas.',
  'rules.turn.reserve': {
    one: 'La última ficha del pozo no se roba nunca.',
    other: 'Las últimas {n} fichas del pozo no se roban nunca.',
  },
  'rules.turn.pass': 'Si nada entra, pasas. No se roba.',
  'rules.turn.auto':
    'Robar y pasar ocurre solo; todos ven cuántas fichas robaste, nadie ve cuáles.',

  'rules.layout': 'La mesa',
  'rules.layout.lines':
    'Las fichas se unen por los extremos en una línea; los dobles van atravesados. Solo se juega en la última ficha de cada línea.',
  'rules.layout.two': 'Hay dos puntas abiertas, una a cada lado.',
  'rules.layout.spinner':
    'El primer doble de la ronda es el doble en cruz (spinner). Cuando sus dos lados largos llevan ficha, se abren también los cortos: hasta cuatro puntas. Los dobles siguientes no abren.',

  'rules.count': 'Puntos durante el juego',
  'rules.count.none': 'No los hay: los puntos llegan al final de la ronda.',
  'rules.count.how':
    'Después de cada ficha, también de la primera, se suman las puntas abiertas. Un doble en la punta cuenta sus dos mitades: un 6-6 cuenta 12. Si solo hay una ficha, cuentan sus dos extremos.',
  'rules.count.spinner':
    'El doble en cruz cuenta sus dos mitades hasta que lleva ficha en dos lados; después no cuenta nada. Un lado suyo sin ficha no suma.',
  'rules.count.fives_pips': 'Si la suma es múltiplo de cinco, te la apuntas: 10 da 10 y 15 da 15.',
  'rules.count.fives_units':
    'Si la suma es múltiplo de cinco, te apuntas un punto por cada cinco: 10 da 2 y 15 da 3.',
  'rules.count.threes':
    'Si la suma es múltiplo de cinco, cada cinco da un punto; si lo es de tres, lo da cada tres. 10 da 2, 9 da 3, y 15 da 3 y 5: 8.',

  'rules.muggins': 'Muggins',
  'rules.muggins.say':
    'Los puntos durante el juego solo son tuyos si cantas el número exacto al jugar la ficha.',
  'rules.muggins.call':
    'Si no cantas nada, o cantas mal, cualquier rival puede decir «¡Muggins!» hasta que se juegue la ficha siguiente: el primero se lleva los puntos. Decirlo cuando no hay nada que llevarse no hace nada.',
  'rules.muggins.example':
    'Por ejemplo, alguien deja la cuenta en 15 y olvida los {n} puntos: son de quien primero los cante.',
  'rules.muggins.hidden':
    'La cuenta queda oculta hasta entonces. La ficha que acaba la ronda se cuenta sola.',

  'rules.end': 'El final de la ronda',
  'rules.end.domino_point': 'Quien juega su última ficha domina y se apunta un punto.',
  'rules.end.domino_pips':
    'Quien juega su última ficha domina y se apunta los puntos que quedan en las otras manos.',
  'rules.end.domino_partners': 'La mano del compañero no cuenta.',
  'rules.end.rounded':
    'Esa suma se redondea al múltiplo de cinco más cercano: 17 da 15 y 18 da 20.',
  'rules.end.rounded_fives':
    'Esa suma se redondea al múltiplo de cinco más cercano, y cada cinco es un punto: 17 da 3 y 18 da 4.',
  'rules.end.blocked': 'Si nadie puede jugar ni hay nada que robar, hay tranca.',
  'rules.end.blocked_none': 'La tranca no da puntos.',
  'rules.end.blocked_total':
    'Entonces gana la mano con menos puntos, y se apunta los de todas las demás.',
  'rules.end.blocked_difference':
    'Entonces gana la mano con menos puntos, y se apunta los de las demás menos los suyos.',
  'rules.end.blocked_total_partners':
    'Entonces gana la pareja con menos puntos entre las dos manos, y se apunta los de la otra pareja.',
  'rules.end.blocked_difference_partners':
    'Entonces gana la pareja con menos puntos entre las dos manos, y se apunta los de la otra pareja menos los suyos.',
  'rules.end.blocked_rounded': 'Esta suma se redondea igual.',
  'rules.end.tie': 'Si las más bajas empatan, nadie puntúa.',
  'rules.end.match':
    'La partida acaba en cuanto alguien llega a {n}, aunque sea en mitad de una ronda.',

  'figure.tiles': 'Fichas: {tiles}.',
  'figure.join': 'El 4 toca un 4. Las puntas abiertas son 6 y 1.',
  'figure.double': 'El 4-4 va atravesado, y la línea sigue detrás.',
  'figure.spinner_alone': 'El 5-5 es el doble en cruz. La línea empieza por sus dos lados.',
  'figure.spinner_open': 'Los dos lados llevan ficha: ahora se abren también los otros dos.',
  'figure.spinner_full':
    'Cuatro brazos, cuatro puntas. El 6-6 llegó después: va atravesado como cualquier doble.',
  'figure.hand': 'En la mano',
  'figure.drawn': 'Robadas',
  'figure.draws':
    'Las puntas son 6 y 4, y la mano no los tiene. Sale el 5-3, que no entra; el 6-3 sí.',
  'figure.passes': 'Las puntas son 6 y 4, y la mano no los tiene: paso.',
  'figure.scores': { one: '{sum} = {total}: 1 punto', other: '{sum} = {total}: {n} puntos' },
  'figure.scores_not': '{sum} = {total}: nada',
  'figure.opponents': 'Les queda',
  'figure.left': {
    one: 'A los rivales les quedan {pips} en la mano: 1 punto.',
    other: 'A los rivales les quedan {pips} en la mano: {n} puntos.',
  },
  'figure.blocked': 'Las dos puntas piden un 6, y los siete seises ya están en la mesa: tranca.',
  'figure.winner': 'La más baja',
  'figure.loser': 'La otra',
  'figure.total': '{own} contra {pips}: la mano más baja se apunta {n} puntos.',
  'figure.difference': '{pips} − {own} = {less}: la mano más baja se apunta {n} puntos.',
};
