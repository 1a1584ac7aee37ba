// @ts-check
/** The words about bots in Spanish. */

export const bots = {
  'bots.hint': 'Un programa puede jugar con nombre propio. Los demás ven que es un bot.',
  'bots.name': 'Nombre del bot',
  'bots.make': 'Bot nuevo',
  'bots.token': 'Clave de {name}',
  'bots.once': 'Solo se muestra ahora. Guárdala donde tu programa la encuentre.',
  'bots.copy': 'Copiar',
  'bots.copied': 'Copiada',
  'bots.delete': 'Borrar',
  'bots.delete_who': 'Borrar {name}',
  'bots.failed': 'No ha funcionado. Inténtalo de nuevo.',
};
