// @ts-check
/** The words of the verify panel in Spanish. */

export const fair = {
  'fair.intro':
    'La mesa quedó atada a sus secretos antes de que nadie se sentara, y cada navegador aportó su propia semilla. Ahora tu navegador rehace el reparto con ambos y compara.',
  'fair.none': 'Aún no ha terminado ninguna ronda. El secreto se muestra al acabar la ronda.',
  'fair.rounds': 'Rondas de esta partida',
  'fair.checking': 'Comprobando la ronda {n}…',
  'fair.all_good': 'La ronda {n} se repartió limpiamente: todo coincide.',
  'fair.not_good': 'Ronda {n}: algo no coincide.',
  'fair.scheme.bad': 'No hay prueba de este reparto que esta página sepa leer.',
  'fair.secret.good': {
    one: 'El secreto de esta ronda, pasado una vez por el hash, da el compromiso de la mesa: estaba fijado de antemano.',
    other:
      'El secreto de esta ronda, pasado {n} veces por el hash, da el compromiso de la mesa: estaba fijado de antemano.',
  },
  'fair.secret.bad': 'El secreto de esta ronda no lleva al compromiso de la mesa.',
  'fair.bound.good': 'Ese compromiso es el que tu navegador vio antes de empezar la partida.',
  'fair.bound.bad': 'Ese compromiso no es el que tu navegador vio antes de empezar la partida.',
  'fair.bound.unseen':
    'Tu navegador no vio la mesa antes de la partida, así que no puede comparar.',
  'fair.seeds.good': 'Cada semilla mostrada es la que su jugador había prometido.',
  'fair.seeds.bad': 'Una semilla no es la que su jugador había prometido.',
  'fair.own.good': 'Tu propia semilla está entre ellas: nadie pudo elegir este reparto.',
  'fair.own.bad': 'Tu propia semilla no está entre ellas.',
  'fair.own.unseen': 'Tu navegador no aportó ninguna semilla a esta partida.',
  'fair.order.good':
    'El secreto y las semillas, barajados, dan justo el orden en que estaban las fichas.',
  'fair.order.bad': 'El secreto y las semillas, barajados, dan otro orden que el repartido.',
  'fair.played.good':
    'Cada ficha jugada, robada o sobrante salió de la mano donde la puso la mezcla.',
  'fair.played.bad': 'Una ficha no estaba donde la mezcla la había puesto.',
  'fair.played.unseen':
    'Esta página no vio el final de la ronda, así que no puede comparar las jugadas.',
  'fair.progress': 'Comprobando la ronda {n} de {all}…',
  'fair.all_rounds': {
    one: 'La única ronda de esta partida se repartió limpiamente: todo coincide.',
    other: 'Las {n} rondas de esta partida se repartieron limpiamente: todo coincide.',
  },
  'fair.some_bad': 'Algo no coincide. Rondas: {rounds}',
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
  'fair.copied': 'Copiado',
};
