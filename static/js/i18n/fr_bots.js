// @ts-check
/** The words about bots in French. */

export const bots = {
  'bots.hint': 'Un programme peut jouer sous son propre nom. Les autres voient que c’est un bot.',
  'bots.name': 'Nom du bot',
  'bots.make': 'Nouveau bot',
  'bots.token': 'Jeton de {name}',
  'bots.once': 'Il n’est montré que maintenant. Gardez-le où votre programme le trouve.',
  'bots.copy': 'Copier',
  'bots.copied': 'Copié',
  'bots.delete': 'Supprimer',
  'bots.delete_who': 'Supprimer {name}',
  'bots.failed': 'Cela n’a pas marché. Réessayez.',
};
