// @ts-check
/** The words about bots in English. */

export const bots = {
  'bots.hint': 'A program can play under a name of its own. Others see that it is a bot.',
  'bots.name': 'Name of the bot',
  'bots.make': 'New bot',
  'bots.token': 'Token of {name}',
  'bots.once': 'It is shown only now. Keep it where your program finds it.',
  'bots.copy': 'Copy',
  'bots.copied': 'Copied',
  'bots.delete': 'Delete',
  'bots.delete_who': 'Delete {name}',
  'bots.failed': 'That didn’t work. Try again.',
};
