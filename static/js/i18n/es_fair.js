// @ts-check
/** The words of the verify panel in Spanish. */

export const fair = {
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
  'fair.secret.good': {
    one: 'El secreto de esta ronda, pasado una vez por el hash, da el compromiso de la mesa: estaba fijado de antemano.',
    other:
      'El secreto de esta ronda, pasado {n} veces por el hash, da el compromiso de la mesa: estaba fijado de antemano.',
  },
  'fair.secret.bad': 'El secreto de esta ronda no lleva al compromiso de la mesa.',
  'fair.bound.good':
    'La mesa, la partida, el compromiso y el lugar en la cadena son los que tu navegador vio antes de empezar la partida.',
  'fair.bound.bad':
    'La mesa, la partida, el compromiso o el lugar en la cadena no son los que tu navegador vio antes de empezar la partida.',
  'fair.bound.unseen':
    'Tu navegador no vio la mesa antes de la partida. El servidor pudo elegir después otra cadena u otro lugar en ella.',
  'fair.promises.good':
    'La promesa de cada asiento es la que tu navegador vio antes de mostrar tu semilla.',
  'fair.promises.bad':
    'La promesa de un asiento no es la que tu navegador vio antes de mostrar tu semilla.',
  'fair.promises.unseen':
    'Tu navegador no vio las promesas de los asientos antes de que se mostraran las semillas. Pudieron elegirse después.',
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
  'fair.order.bad': 'El secreto y las semillas, barajados, dan otro orden que el repartido.',
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
  'fair.signed_kept':
    'Dice estar firmado por el servidor con la clave {key}, cuando el registro público tenía {size} entradas en el árbol {tree}. Este navegador no puede comprobar firmas aquí; lo hace el programa scripts/verify-deal.',
  'fair.unsigned':
    'Este registro no está firmado: nombres, horas, marcas y dirección pueden haberse cambiado.',
  'fair.signed':
    'Firmado por el servidor con la clave {key}. Su registro público tenía entonces {size} entradas en el árbol {tree}.',
  'fair.copied': 'Copiado',
};
