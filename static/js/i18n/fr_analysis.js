// @ts-check
/** The words of the analysis in French. */

export const analysis = {
  'analysis.waiting': 'L’expert regarde chaque coup de la partie…',
  'analysis.progress': '{n} coups sur {moves}',
  'analysis.failed': 'L’analyse a échoué.',
  'analysis.again': 'Réessayer',
  'analysis.accuracy': 'La qualité des choix',
  'analysis.hint': '100 % veut dire : toujours ce que l’expert aurait joué.',
  'analysis.moves': 'Coups de {name}',
  'analysis.round': 'Manche {n}',
  'analysis.on': '{tile} sur le {pips}',
  'analysis.lead': '{tile} pour ouvrir',
  'analysis.played': '{name} a joué {play}.',
  'analysis.forced': 'Il n’y avait pas le choix.',
  'analysis.as_good': 'Aussi bon que le meilleur.',
  'analysis.best': 'Le meilleur : {play}.',
  'analysis.cost': 'Ce coup a coûté {cost} de la probabilité de gagner.',
  'analysis.chance': 'Avec le meilleur coup, la probabilité de gagner était de {chance}.',
  'analysis.position': 'La position : {tiles}. Main : {hand}.',
  'analysis.empty': 'rien n’est encore posé',
};
