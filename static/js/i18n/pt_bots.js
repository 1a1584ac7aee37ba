// @ts-check
/** The words about bots in Portuguese. */

export const bots = {
  'bots.hint': 'Um programa pode jogar com nome próprio. Os outros veem que é um bot.',
  'bots.name': 'Nome do bot',
  'bots.make': 'Novo bot',
  'bots.token': 'Chave de {name}',
  'bots.once': 'Só aparece agora. Guarde onde o seu programa a encontre.',
  'bots.copy': 'Copiar',
  'bots.copied': 'Copiada',
  'bots.delete': 'Apagar',
  'bots.delete_who': 'Apagar {name}',
  'bots.failed': 'Não deu certo. Tente de novo.',
};
