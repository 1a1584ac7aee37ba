/** The words in Spanish of the pages, sheets and dialogs that are fetched when they are wanted. */

export const words = {
  // The dialog for a new table.
  'create.title': 'Mesa nueva',
  'create.submit': 'Abrir la mesa',
  'create.submitting': 'Abriendo…',
  'create.start': 'Empezar',
  'create.target_own': 'Otro número',
  'create.points': 'puntos',
  'create.more': 'Más opciones',
  'create.access': 'Quién puede venir',
  'create.public': 'Cualquiera',
  'create.public_hint': 'Aparece en la sala: cualquiera puede sentarse o mirar.',
  'create.link_hint': 'Nadie la encuentra sin tu enlace.',
  'create.kept': 'Sitios reservados para amigos',
  'create.kept_hint': 'Solo quien tenga tu enlace puede ocuparlos.',
  'create.hints': 'Consejos',
  'create.hints_hint': 'Se puede preguntar qué jugaría un experto.',
  'create.bots': 'Se admiten bots',
  'create.bots_hint': 'Los programas también pueden sentarse; se ve que lo son.',
  'create.level': '¿Qué nivel tiene?',
  'clock.label': 'Reloj',
  'clock.hint': 'Si se acaba el tiempo, se juega una ficha por ti; solo por eso no pierdes.',
  'create.yes': 'Sí',
  'create.no': 'No',

  // Presets and options.
  'preset.Fives': 'Puntúan las puntas que suman múltiplos de cinco; con doble en cruz.',
  'preset.Draw': 'El clásico: si no puedes jugar, robas. La salida rota.',
  'preset.Block': 'Sin robar: si no puedes jugar, pasas. La salida rota.',
  'preset.Five-Up': 'Cincos con doble en cruz; la tranca da todo lo que queda en las manos.',
  'preset.Draw, winner leads': 'Robando; quien gana una ronda sale en la siguiente.',
  'preset.Block, winner leads': 'Sin robar; quien gana una ronda sale en la siguiente.',
  'preset.Quick Draw': 'Robando, a 50: se acaba en unos minutos.',
  'preset.Quick All Fives': 'Cincos, a 100: se acaba en unos minutos.',
  'preset.Fives and Threes': 'El de los pubs: puntúan cincos y treses; hay que clavar el 61.',
  'preset.All Fives': 'Cincos con doble en cruz, con siete o nueve fichas.',
  'preset.Party Block': 'Sin robar, para dos, tres o cuatro, o en parejas.',
  'preset.Party Draw': 'Robando, para dos, tres o cuatro, o en parejas.',
  'preset.Muggins': 'Un punto por cada cinco, a 61; hasta cuatro jugadores.',

  'option.variant': 'Juego',
  'option.seating': 'Jugadores',
  'option.hand_size': 'Fichas por mano',
  'option.target': 'A cuántos puntos',
  'option.spinner': 'Doble en cruz',
  'option.point_unit': 'Puntos',
  'option.opening': 'Quién sale primero',
  'option.no_double': 'Si nadie tiene un doble',
  'option.next_lead': 'Quién sale en las siguientes rondas',
  'option.after_block': 'Quién sale tras una tranca',
  'option.reserve': 'Fichas que se quedan en el pozo',
  'option.blocked_score': 'Una tranca da',
  'option.exact_target': 'Llegar justo a la meta',
  'option.going_out_point': 'Un punto por dominar',
  'option.calls': 'La cuenta',

  'value.variant.block': 'Block (sin robar)',
  'value.variant.draw': 'Draw (robando)',
  'value.variant.all_fives': 'All Fives (cincos)',
  'value.variant.fives_and_threes': 'Fives and Threes (cincos y treses)',
  'value.seating.two': '2 jugadores',
  'value.seating.three': '3 jugadores',
  'value.seating.four': '4 jugadores',
  'value.seating.partners': '4 en parejas',
  'value.point_unit.pips': 'La suma (15 da 15)',
  'value.point_unit.fives': 'Uno por cada cinco (15 da 3)',
  'value.opening.highest_double': 'Quien tiene el doble más alto',
  'value.opening.lot': 'Quien saca la ficha más alta',
  'value.no_double.heaviest_tile': 'Sale la ficha más alta',
  'value.no_double.redeal': 'Se reparte otra vez',
  'value.next_lead.winner': 'Quien ganó la última ronda',
  'value.next_lead.rotate': 'Cada cual por turno',
  'value.next_lead.opening': 'Como en la primera ronda',
  'value.after_block.same': 'Como siempre',
  'value.after_block.opening': 'Como en la primera ronda',
  'value.blocked_score.opponents_total': 'Todo lo que tienen los demás',
  'value.blocked_score.difference': 'La diferencia',
  'value.calls.automatic': 'Automática',
  'value.calls.muggins': 'Cantarla o perderla (Muggins)',

  'hint.spinner': 'El primer doble de la ronda recibe fichas por sus cuatro lados.',
  'hint.exact_target': 'Los puntos que pasarían de la meta no cuentan.',
  'hint.going_out_point': 'En lugar de los puntos que quedan en las otras manos.',
  'hint.reserve': 'Estas nunca se roban.',
  'hint.calls':
    'Con Muggins cantas tus puntos al jugar; lo que se te olvide se lo puede llevar un rival.',

  // The rules pages.
  'rules.pick': 'Elige un juego',
  'rules.aim': 'El objetivo',
  'rules.aim.target':
    'Gana la partida quien llega primero a {points}. Se juega por rondas, cada una con un reparto nuevo.',
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
  'rules.deal.boneyard': {
    one: 'La otra queda boca abajo: es el pozo, de donde se roba.',
    other: 'Las otras {n} quedan boca abajo: son el pozo, de donde se roba.',
  },
  'rules.deal.asleep': {
    one: 'La otra queda boca abajo y no se juega: duerme.',
    other: 'Las otras {n} quedan boca abajo y no se juegan: duermen.',
  },
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
  'figure.scores': '{sum} = {total}: {points}',
  'figure.scores_not': '{sum} = {total}: nada',
  'figure.opponents': 'Les queda',
  'figure.left': 'A los rivales les quedan {pips} en la mano: {points}.',
  'figure.blocked': 'Las dos puntas piden un 6, y los siete seises ya están en la mesa: tranca.',
  'figure.winner': 'La más baja',
  'figure.loser': 'La otra',
  'figure.total': '{own} contra {pips}: la mano más baja se apunta {n} puntos.',
  'figure.difference': '{pips} − {own} = {less}: la mano más baja se apunta {n} puntos.',

  // The tutorial.
  'tutorial.title': 'El dominó en un minuto',
  'tutorial.skip': 'Saltar',
  'tutorial.next': 'Seguir',
  'tutorial.step': 'Paso {n} de {of}',

  'tutorial.join': 'Une números iguales',
  'tutorial.join.do': 'La línea acaba en 6 y en 4. Toca la ficha de tu mano que entra.',
  'tutorial.join.done': 'El 4 toca un 4. La otra mitad, el 2, es la nueva punta.',

  'tutorial.end': 'Elige la punta',
  'tutorial.end.do': 'Tu 6-2 entra por los dos lados. Tócala y luego toca la punta que quieras.',
  'tutorial.end.done': 'Bien. Donde una ficha entra dos veces, eliges tú.',

  'tutorial.double': 'Los dobles van atravesados',
  'tutorial.double.do': 'Tienes el 4-4. Juégalo.',
  'tutorial.double.done': 'El doble va atravesado y la línea sigue detrás.',

  'tutorial.spinner': 'El doble en cruz',
  'tutorial.spinner.do':
    'El primer doble de la ronda es el doble en cruz. Ya lleva ficha a los dos lados, así que crece también hacia arriba y hacia abajo. Juega tu 5-2.',
  'tutorial.spinner.done': 'Tu ficha abre un tercer brazo. Puede crecer un cuarto enfrente.',

  'tutorial.count': 'Los cincos dan puntos',
  'tutorial.count.do':
    'En All Fives se suman las puntas después de cada ficha. Un múltiplo de cinco da puntos. Haz 10.',
  'tutorial.count.other': 'Eso suma {n}: ningún punto. La otra ficha hace 10.',
  'tutorial.count.done': '6 + 4 = 10: diez puntos para ti.',

  'tutorial.draw': '¿Nada entra?',
  'tutorial.draw.do': 'Entonces robas del pozo, ficha a ficha. Ocurre solo: mira.',
  'tutorial.draw.play': 'El 6-3 entra. Juégalo.',
  'tutorial.draw.done':
    'Quien se queda primero sin fichas gana la ronda y se apunta lo que les queda a los demás.',

  'tutorial.end_title': 'No hace falta más',
  'tutorial.end_text': 'El resto se aprende jugando. La página te muestra qué entra y qué puntúa.',
  'tutorial.open': 'Abrir una mesa',
  'tutorial.sit': 'Entrar en {notation}',
  'tutorial.rules': 'Leer las reglas',
  'tutorial.again': 'Otra vez',

  // Verifying a deal.
  'fair.intro':
    'La mesa quedó atada a sus secretos antes de que nadie se sentara, y cada navegador aportó su propia semilla. Ahora tu navegador rehace el reparto con ambos y compara.',
  'fair.none': 'Aún no ha terminado ninguna ronda. El secreto se muestra al acabar la ronda.',
  'fair.rounds': 'Rondas de esta partida',
  'fair.checking': 'Comprobando la ronda {n}…',
  'fair.verdict.good': 'La ronda {n} se repartió limpiamente: todo coincide.',
  'fair.verdict.bad': 'Ronda {n}: algo no coincide.',
  'fair.verdict.unseen':
    'Ronda {n}: lo que se pudo comprobar coincide, pero no se pudo comprobar todo. Por eso este navegador no puede decir que nadie eligió las fichas.',
  'fair.scheme.bad': 'No hay prueba de este reparto que esta página sepa leer.',
  'fair.scheme.good': 'La mezcla depende de esta mesa, de esta partida y de su lugar en la cadena.',
  'fair.scheme.unseen':
    'Esta mesa se abrió con un esquema anterior. Su mezcla no depende de la mesa, ni del lugar en la cadena, ni de las promesas incumplidas, así que un servidor deshonesto pudo elegir las fichas.',
  'fair.secret.good':
    'El secreto de esta ronda, pasado {times} por el hash, da el compromiso de la mesa: estaba fijado de antemano.',
  'fair.times': { one: 'una vez', other: '{n} veces' },
  'fair.secret.bad': 'El secreto de esta ronda no lleva al compromiso de la mesa.',
  'fair.bound.good':
    'La mesa, la partida, el compromiso y el lugar en la cadena son los que tu navegador vio antes de empezar la partida.',
  'fair.bound.bad':
    'La mesa, la partida, el compromiso o el lugar en la cadena no son los que tu navegador vio antes de empezar la partida.',
  'fair.bound.unseen':
    'Tu navegador no vio la mesa antes de la partida. El servidor pudo elegir después otra cadena u otro lugar en ella.',
  'fair.promises.good':
    'La promesa de cada sitio es la que tu navegador vio antes de mostrar tu semilla.',
  'fair.promises.bad':
    'La promesa de un sitio no es la que tu navegador vio antes de mostrar tu semilla.',
  'fair.promises.unseen':
    'Tu navegador no vio las promesas de los sitios antes de que se mostraran las semillas. Pudieron elegirse después.',
  'fair.receipt.good':
    'El recibo firmado por el servidor, que tu navegador recibió antes de mostrar tu semilla, dice lo mismo.',
  'fair.receipt.bad':
    'El recibo del servidor no dice lo mismo, o su firma es falsa. Tu navegador no mostró ninguna semilla ante un recibo falso.',
  'fair.receipt.unseen':
    'Tu navegador no tiene recibo de esta partida, así que no se puede mostrar a nadie más a qué estaba atado el servidor.',
  'fair.receipt_kept.good':
    'El recibo del servidor dice lo mismo. Este navegador no puede comprobar aquí su firma; lo hace el programa scripts/verify-deal.',
  'fair.receipt_kept.bad': 'El recibo del servidor no dice lo mismo.',
  'fair.seeds.good': 'Cada semilla mostrada es la que su jugador había prometido.',
  'fair.seeds.bad': 'Una semilla no es la que su jugador había prometido.',
  'fair.own.good': 'Tu propia semilla está entre ellas.',
  'fair.own.bad':
    'Tu propia semilla no está entre ellas. Si esta página estaba cerrada o sin conexión al empezar la partida, el servidor no pudo pedirla; si no, la dejó fuera.',
  'fair.own.unseen':
    'Tu navegador no aportó ninguna semilla a esta partida. Si ninguna otra fue honesta, el servidor pudo elegir las fichas.',
  'fair.order.good':
    'El secreto y las semillas, barajados, dan justo el orden en que estaban las fichas.',
  'fair.order.bad': 'El secreto y las semillas, barajados, dan un orden distinto del repartido.',
  'fair.redeals.good': 'Las fichas se repartieron de nuevo solo donde lo dicen las reglas.',
  'fair.redeals.bad':
    'Las fichas se repartieron de nuevo, o no, en contra de las reglas o de lo que vio tu navegador.',
  'fair.redeals.unseen': 'Esta página no vio cuántas veces se repartieron las fichas.',
  'fair.played.good':
    'Cada ficha jugada, robada o sobrante salió de la mano donde la puso la mezcla.',
  'fair.played.bad': 'Una ficha no estaba donde la mezcla la había puesto.',
  'fair.played.unseen':
    'Esta página no vio el final de la ronda, así que no puede comparar las jugadas.',
  'fair.deal_only':
    'Esta página comprueba cómo se repartieron las fichas. Si cada jugada siguió las reglas, y si los puntos y el ganador son correctos, lo comprueba el programa scripts/verify-deal.',
  'fair.progress': 'Comprobando la ronda {n} de {all}…',
  'fair.all.good': {
    one: 'La única ronda de esta partida se repartió limpiamente: todo coincide.',
    other: 'Las {n} rondas de esta partida se repartieron limpiamente: todo coincide.',
  },
  'fair.all.bad': 'Algo no coincide. Rondas: {rounds}',
  'fair.all.unseen': {
    one: 'Lo que se pudo comprobar coincide, pero no se pudo comprobar todo. Por eso este navegador no puede decir que nadie eligió las fichas.',
    other:
      'Lo que se pudo comprobar coincide en las {n} rondas, pero no se pudo comprobar todo. Por eso este navegador no puede decir que nadie eligió las fichas.',
  },
  'fair.bad_round': 'Ronda {n}: no coincide',
  'fair.hands': 'Tal como se repartió',
  'fair.values': 'Los valores, para comprobarlos en otra parte',
  'fair.commitment': 'Compromiso de la mesa',
  'fair.secret': 'Secreto de la ronda',
  'fair.place': 'Su lugar en la cadena',
  'fair.seed_of': 'Semilla de {name}',
  'fair.seed_none': 'no aportó nada',
  'fair.seed_withheld': 'prometida, pero no mostrada a tiempo',
  'fair.copy': 'Copiar como JSON',
  'fair.copy_receipt': 'Copiar el recibo',
  'fair.signed_bad':
    'Este no es el registro tal como lo entregó un servidor: algo se cambió en él, o su firma es falsa.',
  'fair.entries': { one: '1 entrada', other: '{n} entradas' },
  'fair.signed_kept':
    'Dice estar firmado por el servidor con la clave {key}, cuando el registro público tenía {entries} en el árbol {tree}. Este navegador no puede comprobar firmas aquí; lo hace el programa scripts/verify-deal.',
  'fair.unsigned':
    'Este registro no está firmado: nombres, horas, marcas y dirección pueden haberse cambiado.',
  'fair.signed':
    'Firmado por el servidor con la clave {key}. Su registro público tenía entonces {entries} en el árbol {tree}.',

  // Finished matches.
  'record.title': 'Una partida de {notation}',
  'record.missing': 'No existe esa partida',
  'record.missing_hint': 'Quizá ya no se guarda, o el enlace está incompleto.',
  'record.a_player': 'Un jugador',
  'record.took_over': '{name} relevó a {who} en la ronda {n}.',
  'record.bot': '{name} es un programa.',
  'record.resigned': '{name} abandonó en la ronda {n}; siguió la máquina en su lugar.',
  'record.lent': 'La máquina jugó por {name} desde la ronda {n}.',
  'record.lent_until': 'La máquina jugó por {name} de la ronda {n} a la {m}.',
  'record.seat': 'Jugador {n}',
  'record.hands': 'Todas las manos',
  'record.hand': '{name}: {tiles}',
  'record.no_tiles': 'sin fichas',
  'record.rounds': 'Rondas',
  'record.position': 'Ronda {round}, posición {step} de {steps}',
  'record.scrubber': 'Posición en la partida',
  'record.first': 'Al principio',
  'record.back': 'Un paso atrás',
  'record.forward': 'Un paso adelante',
  'record.last': 'Al final',
  'record.play': 'Reproducir',
  'record.pause': 'Pausar',
  'record.controls': 'Pasos',
  'record.keys':
    'Las flechas avanzan paso a paso, Inicio y Fin van a los extremos, la barra espaciadora reproduce.',
  'record.touch':
    'Toca la mitad derecha de la mesa para avanzar un paso, la izquierda para retroceder.',
  'record.copy': 'Copiar enlace a esta posición',
  'record.link': 'Enlace a esta posición',
  'record.share': 'Compartir',
  'record.keep': 'Compartir y guardar',
  'record.transcript': 'Transcripción',
  'record.json': 'Registro (JSON)',
  'record.picture': 'Imagen (SVG)',
  'record.more': 'El resto de la partida está en camino…',
  'record.proof': 'Reparto limpio',
  'record.proof_hint':
    'Tu navegador puede rehacer cada reparto de esta partida y compararlo con lo que se jugó.',
  'record.proof_none': 'Con esta partida no se guardó ninguna prueba de sus repartos.',
  'record.proof_transcript':
    'Una transcripción dice qué pasó, no cómo se barajaron las fichas: con ella no se puede verificar ningún reparto. Pega en su lugar el registro (JSON) de una partida.',
  'record.verify': 'Verificar los repartos',
  'record.stops': 'Aquí acaba la transcripción. No dice cómo terminó la partida.',
  'import.again': 'Reproducir otra',
  'me.filters': 'Qué partidas',
  'me.all': 'Todos',
  'me.opponent': 'Rival',
  'me.opponent_hint': 'Parte de un nombre',
  'me.result': 'Resultado',
  'me.result.won': 'Ganada',
  'me.result.lost': 'Perdida',
  'me.result.undecided': 'Sin decidir',
  'me.empty': 'Aún no hay partidas aquí',
  'me.empty_hint': 'Aquí se guarda cada partida que juegas hasta el final.',
  'me.older': 'Partidas anteriores',
  'me.list': 'Partidas',
  'me.figures': { one: 'En esta única partida', other: 'En estas {n} partidas' },
  'me.won': 'Partidas ganadas',
  'me.of': '{n} de {all}',
  'me.rate.points': 'Puntos por ronda',
  'me.rate.outs': 'Rondas que dominaste',
  'me.rate.scoring': 'Jugadas con puntos',
  'me.plot': '{title}, partida a partida; de {least} a {most}',
  'me.table': 'Como tabla',
  'me.match': 'Partida',
  'me.data': 'Mis datos',
  'me.export': 'Descargar todas mis partidas',
  'me.export_hint': 'Un registro por línea, en JSON.',
  'me.delete': 'Quitar mi nombre de ellas',
  'me.delete_hint':
    'En su lugar todos leerán «Un jugador», en todas las partidas hasta ahora. No se puede deshacer.',
  'me.hide': 'Ocultar mi nombre en esta partida a los demás',
  'me.delete_sure': 'Sí, quitarlo',
  'me.deleted': {
    one: 'Tu nombre ya no está en {n} partida.',
    other: 'Tu nombre ya no está en {n} partidas.',
  },
  'import.title': 'Ver una transcripción',
  'import.lead':
    'Pega la transcripción de una partida, de aquí o de cualquier parte, o su registro (JSON). Se comprueba con las reglas y no se guarda.',
  'import.label': 'Transcripción o registro',
  'import.submit': 'Ver',
  'import.wrong': 'No se puede ver: {why}',

  // The analysis.
  'analysis.waiting': 'El experto mira cada jugada de la partida…',
  'analysis.progress': '{n} de {moves} jugadas',
  'analysis.failed': 'El análisis ha fallado.',
  'analysis.accuracy': 'Calidad de las jugadas',
  'analysis.hint': '100 % significa: siempre lo que habría jugado el experto.',
  'analysis.moves': 'Jugadas de {name}',
  'analysis.on': '{tile} en la punta {pips}',
  'analysis.lead': '{tile} de salida',
  'analysis.played': '{name} jugó {play}.',
  'analysis.forced': 'No había elección.',
  'analysis.as_good': 'Tan buena como la mejor.',
  'analysis.best': 'Mejor: {play}.',
  'analysis.cost': 'Costó {cost} de la probabilidad de ganar.',
  'analysis.chance': 'Con la mejor jugada la probabilidad de ganar era {chance}.',
  'analysis.position': 'La posición: {tiles}. Mano: {hand}.',
  'analysis.empty': 'aún no hay fichas',

  // Settings.
  'settings.theme_system': 'Como el sistema',
  'settings.theme_light': 'Claro',
  'settings.theme_dark': 'Oscuro',
  'settings.tiles': 'Fichas',
  'settings.tiles_ivory': 'Marfil',
  'settings.tiles_ebony': 'Ébano',
  'settings.tiles_contrast': 'Alto contraste',
  'settings.volume': 'Volumen',
  'settings.volume_test': 'Probar',
  'settings.notify': 'Notificaciones',
  'settings.notify_hint': 'Cuando te toca y estás en otra cosa.',
  'settings.notify_denied': 'Tu navegador no deja que esta página te avise.',
  'settings.vibrate': 'Vibrar en mi turno',
  'settings.auto_play': 'Jugar por mí lo obligado',
  'settings.auto_play_hint': 'La salida obligada y la ficha robada que entra en una sola punta.',
  'settings.show_lacks': 'Marcar lo que no llevan los demás',
  'settings.show_lacks_hint': 'Los números que un jugador no tenía al pasar o robar.',
  'settings.language_auto': 'Como el navegador',
  'settings.bots': 'Bots',

  // Bots.
  'bots.hint': 'Un programa puede jugar con nombre propio. Los demás ven que es un bot.',
  'bots.name': 'Nombre del bot',
  'bots.make': 'Bot nuevo',
  'bots.token': 'Clave de {name}',
  'bots.once': 'Solo se muestra ahora. Guárdala donde tu programa la encuentre.',
  'bots.copy': 'Copiar',
  'bots.delete': 'Borrar',
  'bots.delete_who': 'Borrar {name}',
  'bots.failed': 'No ha funcionado. Inténtalo de nuevo.',
};
