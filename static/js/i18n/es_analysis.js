// @ts-check
/** The words of the analysis in Spanish. */

export const analysis = {
  'analysis.waiting': 'El experto mira cada jugada de la partida…',
  'analysis.progress': '{n} de {moves} jugadas',
  'analysis.failed': 'El análisis ha fallado.',
  'analysis.again': 'Reintentar',
  'analysis.accuracy': 'Qué bien se eligió',
  'analysis.hint': '100 % significa: siempre lo que habría jugado el experto.',
  'analysis.moves': 'Jugadas de {name}',
  'analysis.round': 'Ronda {n}',
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
};
