/** The advice on how to play, in Spanish. */

export const words = {
  'strategy.suits': 'Abre los números que tienes',
  'strategy.suits.why':
    'Cada número está en siete fichas. Cuantas más tienes tú, menos les quedan a los demás. Juega de modo que la punta nueva pida un número del que te queden fichas: así podrás seguir cuando vuelva tu turno.',
  'strategy.suits.shown':
    'Juega el 5-2 en el 2. La punta nueva pide un 5: a ti te quedan tres, y fuera solo hay otros tres.',
  'strategy.doubles': 'No te quedes con los dobles',
  'strategy.doubles.why':
    'Un doble entra solo por un número; cualquier otra ficha, por dos. Cuando ya salió casi todo su número, puede quedarse en tu mano hasta el final. Además el doble deja la punta como estaba y casi nunca ayuda a los demás.',
  'strategy.doubles.shown':
    'Juega ahora el 4-4. La punta sigue siendo un 4, y detrás puede ir tu 4-2.',
  'strategy.heavy': 'Suelta pronto las fichas altas',
  'strategy.heavy.why':
    'Lo que te queda en la mano cuenta para los otros. Una ficha vale de media seis puntos; el 6-6, doce. Si dos jugadas son igual de buenas, juega la ficha más alta.',
  'strategy.passes': 'Recuerda con qué pasan los demás',
  'strategy.passes.why':
    'Quien pasa no tiene ninguno de los números abiertos. Aquí no se roba, así que será verdad hasta el final de la ronda. Vuelve a poner esos números cuando más duela.',
  'strategy.passes.shown':
    'Pasaron a 4 y a 6. El 6-4 en el 6 deja un 4 en cada punta: tienen que pasar otra vez, y a ti te quedan dos cuatros.',
  'strategy.lock': 'Tranca cuando tu mano es baja',
  'strategy.lock.why':
    'Hay tranca cuando las dos puntas piden un número cuyas fichas ya están todas en la mesa. Cuenta las fichas de los números abiertos. Con una mano baja, busca la ficha que cierra; con una alta, deja una punta viva.',
  'strategy.lock.shown':
    'En la mesa hay seis fichas con 6 y tú tienes la séptima: el 6-0 en el 0 cierra las dos puntas. Tu mano se queda en {own}; las dos fichas del otro valen unos {theirs}.',
  'strategy.asleep': 'Hay fichas que no salen',
  'strategy.asleep.why':
    'No se reparten todas: de las {all} duermen {asleep}. De las {each} que tienen un mismo número, ahí están de media {out}. Por eso un número puede agotarse antes de que veas todas sus fichas.',

  'strategy.many': 'Guarda números distintos',
  'strategy.many.why':
    'Si nada entra, robas, y tu mano crece. Una mano que tiene todos los números siempre puede contestar. Antes de elegir qué juegas, mira lo que te queda.',
  'strategy.many.shown':
    'Después del 5-1 en el 5 te quedan todos los números del 0 al 6: podrás jugar en tu próximo turno, hagan lo que hagan.',
  'strategy.force': 'Haz que roben',
  'strategy.force.why':
    'Quien tuvo que robar no tiene ninguno de los números que estaban abiertos: las fichas robadas que no entraban tampoco los llevan. Deja uno de ellos en las dos puntas. Cada ficha que roban puede contar para ti.',
  'strategy.force.shown':
    'Robaron a 1 y a 2, así que no tienen ningún 1. El 1-0 en el 0 deja un 1 en cada punta: tienen que robar otra vez.',
  'strategy.boneyard': 'Cuenta el pozo',
  'strategy.boneyard.why':
    'Todos ven cuántas fichas quedan por robar, y mientras las haya no hay tranca. Si juegan dos y el pozo está vacío, todo lo que no ves está en la otra mano: entonces puedes calcular cada respuesta.',

  'strategy.first_five': 'Empieza con puntos sin respuesta',
  'strategy.first_five.why':
    'Cuando puedes elegir la salida, cinco fichas puntúan ya: 5-5 y 6-4 hacen diez; 5-0, 4-1 y 3-2 hacen cinco. Tras el 6-4 solo puntúa el 6-1, tras el 5-5 solo el 5-0, y tras el 3-2 ninguna.',
  'strategy.first_five.shown':
    'El 3-2 hace {sum} = {total}: {points}. Después del 4-1 podría puntuar el 6-1.',
  'strategy.again': 'Conoce las fichas que repiten',
  'strategy.again.why':
    'Una ficha cambia la cuenta en la diferencia de sus mitades. Si la cuenta es múltiplo de cinco, en una punta sin doble hay cuatro fichas que la mantienen: el 5-0 y el 6-1 la cambian en cinco, el 5-5 suma cinco y el 0-0 no suma nada.',
  'strategy.again.shown': 'El 6-1 en el 6 hace {sum} = {total}: {points}.',
  'strategy.outer': 'Los dobles en la punta valen dos veces',
  'strategy.outer.why':
    'Un doble en la punta cuenta sus dos mitades: un 4-4 en un 4 suma cuatro. Úsalo para llegar a un múltiplo de cinco. Y tapa el doble de otro cuando eso le estropea la cuenta al siguiente.',
  'strategy.outer.shown': 'El 4-4 en el 4 hace {sum} = {total}: {points}.',
  'strategy.third': 'Usa los cuatro lados del doble en cruz',
  'strategy.third.why':
    'Cuando dos lados del doble en cruz llevan ficha, se abren los otros. Un lado sin ficha no suma nada. Así que una ficha ahí suma solo su mitad de fuera y no tapa ninguna punta.',
  'strategy.third.shown':
    'Las puntas son 3 y 6. El 5-1 en el doble en cruz hace {sum} = {total}: {points}.',
  'strategy.safe': 'Deja una cuenta que no sirva',
  'strategy.safe.why':
    'Si no puedes puntuar, piensa en el siguiente. ¿Qué fichas de las que no ves puntuarían después de tu jugada? Elige la que deja menos.',
  'strategy.safe.shown':
    'Después del 4-0 en el 4 no puntúa ninguna ficha que no veas. Después del 3-1 en el 1 puntuarían tres: 3-3, 4-2 y 6-3.',
  'strategy.out': 'Dominar también paga',
  'strategy.out.why':
    'Lo que queda en las otras manos también son puntos, redondeados al múltiplo de cinco más cercano: dos fichas medias dan {two}. Compáralo con unos pocos puntos que te impiden dominar.',
  'strategy.say': 'Cuenta antes de jugar',
  'strategy.say.why':
    'Los puntos solo son tuyos si los cantas: suma las puntas antes de tocar la ficha. Suma también por los demás: lo que se les escape es tuyo si lo cantas primero.',

  'strategy.fifteen': 'Quince es la mejor cuenta',
  'strategy.fifteen.why':
    'El quince se hace de treses y de cincos: 8 puntos. Con dos puntas solo lo hacen dos dobles: el 6-6 junto a un 3 y el 5-5 junto a un 5. Guárdalos hasta que entren, y no les dejes esas puntas a los demás.',
  'strategy.fifteen.shown': 'El 6-6 en el 6 hace {sum} = {total}: {points}.',
  'strategy.first_nine': 'Empieza con el 5-4',
  'strategy.first_nine.why':
    'El 5-4 y el 6-3 suman nueve: tres puntos. Pero tras el 6-3, el 6-6 hace quince. El 6-6 de salida suma doce y da 4, y luego el 6-3 hace quince. Tras el 5-4 ninguna ficha da más de dos puntos.',
  'strategy.first_nine.shown':
    'El 5-4 hace {sum} = {total}: {points}. Tras el 6-3 el siguiente podría hacer 8.',
  'strategy.quiet': 'Déjale poco al siguiente',
  'strategy.quiet.why':
    'Puntúan muchas cuentas: 3, 5, 6, 9, 10, 12, 15, 18 y 20. Casi toda jugada deja algo. Compara cuántas fichas de las que no ves puntuarían después de cada una de las tuyas.',
  'strategy.quiet.shown':
    'Después del 3-2 en el 3 puntúan tres fichas que no ves; después del 6-4 en el 6 serían siete.',
  'strategy.target': 'Planea los últimos puntos',
  'strategy.target.why':
    'Hay que llegar a {target} justos. 1, 2 y 4 puntos salen de dos cuentas cada uno: 3 o 5, 6 o 10, 12 o 20. 3, 6 y 8 salen de una: 9, 18 y 15. Ninguna cuenta da 5 ni 7. Párate donde muchas cuentas puedan acabar.',
  'strategy.point': 'Los puntos se hacen por el camino',
  'strategy.point.why':
    'Dominar da un solo punto, y lo que te queda en la mano no cuesta nada. Guarda las fichas que todavía pueden hacer buenas cuentas, también las altas.',

  'strategy.lead': 'Sal por tu número más largo',
  'strategy.lead.why':
    'La salida le dice a tu compañero qué número debe dejar abierto. Sal por el número del que más tienes y, si puedes, con su doble: enseña un solo número y más tarde cuesta más colocarlo.',
  'strategy.lead.shown': 'Sal con el 4-4: te quedan tres cuatros más.',
  'strategy.partner': 'No tapes el número de tu compañero',
  'strategy.partner.why':
    'Del número que abrió, tu compañero tendrá probablemente más. Si puedes, juega por la otra punta y tapa lo que abrieron los rivales. Basta con que domine uno de los dos.',
  'strategy.partner.shown':
    'Tu compañero salió con el 5-5. Juega el 4-1 en el 1 y deja abierto el 5.',
  'strategy.passed': 'Repite el número al que pasó el siguiente',
  'strategy.passed.why':
    'Quien pasó no tiene ninguno de los números que estaban abiertos, y nada lo cambia en esta ronda. Si puedes, pon uno de ellos en las dos puntas y volverá a pasar.',
  'strategy.passed.shown': 'El siguiente pasó al 3-3. El 3-1 en el 1 deja un 3 en cada punta.',
  'strategy.count': 'Cuenta hasta siete',
  'strategy.count.why':
    'Se reparten todas las fichas, y cada número está en siete. Cuenta las de la mesa y las tuyas. Si nadie más tiene un número, su punta te espera solo a ti: déjala y juega por la otra.',
  'strategy.count.shown':
    'En la mesa hay cinco fichas con 1, y las otras dos son tuyas. Juega el 6-3 en el 6: nadie más puede jugar en el 1.',
  'strategy.double': 'Juega el doble mientras su número viva',
  'strategy.double.why':
    'Un doble entra solo por su número. Cuando casi todas las fichas de ese número han salido, la siguiente puede acabarlo, y el doble se te ahorca. Con un doble ahorcado no puedes dominar.',
  'strategy.double.shown':
    'En la mesa hay cinco fichas con 2 y fuera solo queda el 2-1. Si cae aquí, tu 2-2 está ahorcado. Juega ahora el 2-2.',
  'strategy.closing_side': 'Antes de trancar, pesa las dos manos',
  'strategy.closing_side.why':
    'La tranca la gana la pareja con menos puntos. Todas las fichas suman 168. Resta lo que hay en la mesa y lo tuyo: lo demás está en las otras tres manos. Tranca si lo probable es que tu pareja tenga menos.',
  'strategy.closing_side.shown':
    'El 6-0 en el 0 es el séptimo 6 y tranca. Tú te quedas con {own}; los demás, con {others}: de media {theirs} están con los rivales, y tu pareja tiene {ours}.',
  'strategy.closing_lightest': 'Una mano baja gana la tranca',
  'strategy.closing_lightest.why':
    'La tranca la gana la mano con menos puntos, por mucho que tenga su compañero. Si tu mano es baja, busca la ficha que cierra las dos puntas. Si lo es la de tu compañero, cierra para él.',
  'strategy.closing_lightest.shown':
    'El 6-0 en el 0 es el séptimo 6 y tranca. Te quedan cuatro fichas que suman {own}: pocas manos tienen menos.',
  'strategy.closing_blocker': 'Dos manos deciden la tranca',
  'strategy.closing_blocker.why':
    'Solo se comparan quien tranca y el siguiente, y gana el que tiene menos puntos. Tranca cuando tengas menos que el siguiente, tenga lo que tenga tu compañero.',
  'strategy.closing_blocker.shown':
    'El 6-0 en el 0 es el séptimo 6 y tranca. Tú te quedas con {own}; las cinco fichas del siguiente suman unos {next}.',
  'strategy.all_hands': 'Las fichas altas solo le duelen a quien pierde',
  'strategy.all_hands.why':
    'Los ganadores cuentan los puntos de todas las manos, así que da igual quién los tenga. Si lo más probable es que ganes la ronda, juega fichas bajas y deja mucho que contar. Si lo es que la pierdas, pon las altas en la mesa.',

  'strategy.both': 'Prepara la capicúa',
  'strategy.both.why':
    'Si la última ficha entra por las dos puntas, da {both} más. Con dos fichas en la mano, mira si una puede dejar los dos números de la otra. Es segura cuando nadie más tiene esos números.',
  'strategy.both.shown':
    'Todas las demás fichas con 6 o con 4 están en la mesa. Después del 4-4 en el 4 pasan todos, y el 6-4 entra por las dos puntas.',
  'strategy.cross': 'Lo que cuenta es cómo dominas',
  'strategy.cross.why':
    'Dominar con una ficha cualquiera da {plain}; con un doble, {double}; con una que entra por las dos puntas, {both_ends}; y con un doble por las dos, {double_both}. Elige pronto qué dos fichas guardas y qué puntas necesita la última.',
  'strategy.cross.shown':
    'Todas las demás fichas con 6 o con 4 están en la mesa. El 6-4 en el 6 deja un 4 en cada punta: pasan todos, y dominas con el 4-4 por las dos.',
  'strategy.blank': 'Guarda el doble blanco solo con un plan',
  'strategy.blank.why':
    'Si el 0-0 es la última ficha de la ronda, da {blank} más. No pesa nada, pero entra solo por un blanco. Guárdalo mientras tengas otros blancos que le abran la punta; si no, juégalo cuando puedas.',
  'strategy.first': 'Las primeras rondas valen más',
  'strategy.first.why':
    'Las cuatro primeras rondas ganadas dan {rounds} más, en este orden, las gane quien las gane. En ellas, ganar por poco vale casi tanto como ganar por mucho. Juega a ganar y olvídate de los puntos.',
  'strategy.first_pass': 'Sal con lo que le puede faltar al siguiente',
  'strategy.first_pass.why':
    'Si solo el siguiente pasa a la salida, un doble da {lead_double}, y otra ficha {lead_other}. Con cinco fichas de su número en la mano, el doble lo consigue en uno de cada {five} repartos; con cuatro, en uno de cada {four}.',
  'strategy.first_pass.shown': 'Sal con el 5-5: tienes cinco de las siete fichas con 5.',
  'strategy.everybody': 'Guarda las últimas de un número',
  'strategy.everybody.why':
    'Si pasan todos y vuelves a jugar tú, son {all_pass}. Ocurre cuando las dos puntas piden un número que ya solo tienes tú.',
  'strategy.everybody.shown':
    'En la mesa hay cuatro blancos y tú tienes los otros tres. El 5-0 en el 5 deja un blanco en cada punta: pasan todos y juegas otra vez.',

  'strategy.weight': 'Los puntos de las fichas no cuentan',
  'strategy.weight.why':
    'Una ronda ganada vale lo mismo, quede lo que quede en las manos. Los puntos solo deciden la tranca. Guarda las fichas que entran por muchos sitios, y no sueltes una solo porque es alta.',
  'strategy.love': 'Una ronda puede borrar muchas',
  'strategy.love.why':
    'Cuando todos han ganado alguna, el marcador vuelve atrás. Una ronda tuya borra una buena racha suya, y la tuya solo está segura en la meta. Cuanto más lejos va un lado, más vale pararlo.',
  'strategy.give': 'Cede la salida si no tienes plan',
  'strategy.give.why':
    'Si te toca salir por haber ganado, puedes ceder la salida a tu compañero. Sal tú con cuatro fichas o más de un número. Con una mano repartida, cédela: quizá él tiene el número largo que te falta.',
  'strategy.rival': 'Para a quien está a punto de ganar',
  'strategy.rival.why':
    'Cada uno juega por su cuenta, pero quien está a punto de dominar, o de ganar la partida, es rival de todos. Tapa las puntas que necesita y deja abierto lo que pueden jugar quienes van antes que él.',
  'strategy.know': 'Conoces la otra mano',
  'strategy.know.why':
    'Juegan dos y se reparten todas las fichas: lo que no tienes ni está en la mesa, lo tiene el otro. Mira sus respuestas antes de jugar. Con pocas fichas puedes calcular toda la ronda.',
  'strategy.blanks': 'Solo hay seis blancos',
  'strategy.blanks.why':
    'En este juego no está el 0-0. Seis fichas llevan un blanco, y siete cada uno de los demás números: una punta blanca se cierra una ficha antes.',

  'strategy.entry': 'La primera anotación: {entry} o más',
  'strategy.entry.why':
    'Quien no tiene puntos debe hacer {entry} en una ronda, o no se apunta nada. Mientras estés a cero, intenta dominar pronto, cuando a los otros les queda mucho. Una tranca en la que también ellos tienen poco no te da nada.',
  'strategy.deny': 'Ve ligero mientras estén a cero',
  'strategy.deny.why':
    'Mientras los rivales están a cero, su victoria solo cuenta si en tu lado quedan {entry} o más. Suelta primero las altas: por debajo no se apuntan nada.',

  'strategy.ten': 'Cada número está en diez fichas',
  'strategy.ten.why':
    'Con cinco fichas de un número tienes la mitad, y alguna de las otras duerme. Juega de modo que ese número llegue a las puntas: tú podrás seguir por ahí, y los demás muchas veces no.',
  'strategy.ten.shown': 'Juega el 8-4 en el 4. Te quedan cuatro fichas más con 8.',
  'strategy.nine_doubles': 'Juega pronto los dobles',
  'strategy.nine_doubles.why':
    'Hay diez dobles, y una mano de diez fichas tiene de media casi dos. Cada uno entra solo por un número, y alguna ficha de ese número duerme. El 9-9 vale dieciocho puntos.',
  'strategy.nine_doubles.shown':
    'Juega ahora el 8-8. La punta sigue siendo un 8, y detrás puede ir tu 8-5.',
  'strategy.nine_heavy': 'Aquí las fichas pesan más',
  'strategy.nine_heavy.why':
    'Una ficha vale de media nueve puntos, y lo que te queda cuenta para los otros. Si dos jugadas son igual de buenas, juega la ficha más alta.',
  'strategy.nine_passed': 'Recuerda quién pasó a qué',
  'strategy.nine_passed.why':
    'Quien pasa no tiene ninguno de los números abiertos, y aquí no se roba. Si puedes, pon uno de ellos en las dos puntas y volverá a pasar.',
  'strategy.nine_passed.shown': 'El siguiente pasó al 8-8. El 9-8 en el 9 deja un 8 en cada punta.',
};
