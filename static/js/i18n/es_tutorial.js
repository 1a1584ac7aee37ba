// @ts-check
/** The words of the tutorial in Spanish. */

export const tutorial = {
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
};
