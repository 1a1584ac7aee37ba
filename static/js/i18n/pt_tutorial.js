// @ts-check
/** The words of the tutorial in Portuguese. */

export const tutorial = {
  'tutorial.title': 'Dominó em um minuto',
  'tutorial.skip': 'Pular',
  'tutorial.next': 'Seguir',
  'tutorial.step': 'Passo {n} de {of}',

  'tutorial.join': 'Junte números iguais',
  'tutorial.join.do': 'A linha acaba em 6 e em 4. Toque na pedra da sua mão que encaixa.',
  'tutorial.join.done': 'O 4 toca um 4. A outra metade, o 2, é a nova ponta.',

  'tutorial.end': 'Escolha a ponta',
  'tutorial.end.do': 'Seu 6-2 encaixa dos dois lados. Toque nele e depois na ponta que quiser.',
  'tutorial.end.done': 'Muito bem. Onde uma pedra encaixa duas vezes, a escolha é sua.',

  'tutorial.double': 'Carroças ficam atravessadas',
  'tutorial.double.do': 'Você tem a carroça 4-4. Jogue.',
  'tutorial.double.done': 'A carroça fica atravessada, e a linha segue depois dela.',

  'tutorial.spinner': 'A carroça em cruz',
  'tutorial.spinner.do':
    'A primeira carroça da rodada é a carroça em cruz. Já tem pedra dos dois lados, então cresce também para cima e para baixo. Jogue seu 5-2.',
  'tutorial.spinner.done':
    'Sua pedra abre um terceiro braço. Um quarto pode crescer do outro lado.',

  'tutorial.count': 'Cincos dão pontos',
  'tutorial.count.do':
    'No All Fives somam-se as pontas depois de cada pedra. Um múltiplo de cinco dá pontos. Faça 10.',
  'tutorial.count.other': 'Isso soma {n}: nenhum ponto. A outra pedra faz 10.',
  'tutorial.count.done': '6 + 4 = 10: dez pontos para você.',

  'tutorial.draw': 'Nada encaixa?',
  'tutorial.draw.do': 'Então você compra do monte, pedra por pedra. Acontece sozinho: veja.',
  'tutorial.draw.play': 'O 6-3 encaixa. Jogue.',
  'tutorial.draw.done':
    'Quem fica primeiro sem pedras ganha a rodada e leva o que sobrou na mão dos outros.',

  'tutorial.end_title': 'É só isso',
  'tutorial.end_text': 'O resto se aprende jogando. A página mostra o que encaixa e o que pontua.',
  'tutorial.open': 'Abrir uma mesa',
  'tutorial.sit': 'Entrar em {notation}',
  'tutorial.rules': 'Ler as regras',
  'tutorial.again': 'Mais uma vez',
};
