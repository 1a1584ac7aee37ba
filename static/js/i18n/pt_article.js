// @ts-check
/** The words of the rules pages in Portuguese. */

export const article = {
  'rules.aim': 'O objetivo',
  'rules.aim.target':
    'Ganha a partida quem chega primeiro a {n} pontos. Joga-se em rodadas, cada uma com pedras novas.',
  'rules.aim.exact':
    'É preciso acertar {n} em cheio: pontos que fariam você passar não são dados, e a vez segue.',
  'rules.aim.exact_example': {
    one: 'Com {have} no placar, {n} ponto ganha a partida e {over} não contam.',
    other: 'Com {have} no placar, {n} pontos ganham a partida e {over} não contam.',
  },
  'rules.aim.two': 'Jogam dois, cada um por si.',
  'rules.aim.three': 'Jogam três, cada um por si. A vez corre no sentido do relógio.',
  'rules.aim.four': 'Jogam quatro, cada um por si. A vez corre no sentido do relógio.',
  'rules.aim.partners':
    'Jogam quatro em duas duplas. Parceiros sentam frente a frente, pontuam juntos e não mostram as pedras. A vez corre no sentido do relógio.',

  'rules.deal': 'As pedras',
  'rules.deal.hand': 'As 28 pedras do duplo seis são embaralhadas e cada um recebe {n}.',
  'rules.deal.boneyard': 'As outras {n} ficam viradas para baixo: são o monte, de onde se compra.',
  'rules.deal.asleep': 'As outras {n} ficam viradas para baixo e fora do jogo: dormem.',
  'rules.deal.all': 'Não sobra nenhuma pedra.',

  'rules.lead': 'Quem sai',
  'rules.lead.highest_double':
    'Na primeira rodada sai a maior carroça (pedra dupla): quem a tem deve jogá-la.',
  'rules.lead.heaviest_tile': 'Se ninguém tem carroça, deve sair a pedra mais alta.',
  'rules.lead.redeal': 'Se ninguém tem carroça, as pedras são dadas de novo.',
  'rules.lead.lot':
    'Antes da primeira rodada cada um tira uma pedra; quem tira a mais alta sai, com a pedra que quiser. As pedras voltam e embaralha-se de novo.',
  'rules.lead.next_winner':
    'Depois sai quem ganhou a rodada anterior, com a pedra que quiser. Depois de um empate decide-se como na primeira rodada.',
  'rules.lead.next_rotate':
    'Depois sai um de cada vez, no sentido do relógio, com a pedra que quiser.',
  'rules.lead.next_opening': 'As outras rodadas começam do mesmo jeito.',
  'rules.lead.block_opening':
    'Depois de um jogo fechado a saída decide-se como na primeira rodada.',

  'rules.turn': 'A vez',
  'rules.turn.match':
    'Jogue uma pedra que toque uma ponta aberta com o mesmo número. Quem pode jogar tem de jogar, mas escolhe a pedra e o lugar.',
  'rules.turn.draw':
    'Se nada encaixa, você compra do monte, pedra por pedra, até que uma encaixe, e a joga. Se o monte acaba, você passa.',
  'rules.turn.reserve': {
    one: 'A última pedra do monte nunca é comprada.',
    other: 'As últimas {n} pedras do monte nunca são compradas.',
  },
  'rules.turn.pass': 'Se nada encaixa, você passa. Não se compra.',
  'rules.turn.auto':
    'Comprar e passar acontece sozinho; todos veem quantas pedras você comprou, ninguém vê quais.',

  'rules.layout': 'A mesa',
  'rules.layout.lines':
    'As pedras se juntam pelas pontas em uma linha; as carroças ficam atravessadas. Só se joga na última pedra de cada linha.',
  'rules.layout.two': 'Há duas pontas abertas, uma de cada lado.',
  'rules.layout.spinner':
    'A primeira carroça da rodada é a carroça em cruz (spinner). Quando seus dois lados longos têm pedra, abrem-se também os curtos: até quatro pontas. As carroças seguintes não abrem.',

  'rules.count': 'Pontos durante o jogo',
  'rules.count.none': 'Não há: os pontos vêm no fim da rodada.',
  'rules.count.how':
    'Depois de cada pedra, também da primeira, somam-se as pontas abertas. Uma carroça na ponta conta as duas metades: um 6-6 conta 12. Uma pedra sozinha conta seus dois lados.',
  'rules.count.spinner':
    'A carroça em cruz conta as duas metades até ter pedra em dois lados; depois não conta nada. Um lado dela sem pedra não soma.',
  'rules.count.fives_pips': 'Se a soma é múltiplo de cinco, ela é sua: 10 vale 10 e 15 vale 15.',
  'rules.count.fives_units':
    'Se a soma é múltiplo de cinco, você ganha um ponto por cada cinco: 10 vale 2 e 15 vale 3.',
  'rules.count.threes':
    'Se a soma é múltiplo de cinco, cada cinco vale um ponto; se é múltiplo de três, cada três vale. 10 vale 2, 9 vale 3, e 15 vale 3 e 5: 8.',

  'rules.muggins': 'Muggins',
  'rules.muggins.say':
    'Os pontos durante o jogo só são seus se você disser o número certo ao jogar a pedra.',
  'rules.muggins.call':
    'Se você não diz nada, ou diz errado, qualquer adversário pode gritar “Muggins!” até a próxima pedra: o primeiro leva os pontos. Gritar quando não há nada para levar não faz nada.',
  'rules.muggins.example':
    'Por exemplo, alguém leva a soma a 15 e esquece os {n} pontos: são de quem gritar primeiro.',
  'rules.muggins.hidden':
    'A soma fica oculta até isso se decidir. A pedra que acaba a rodada é contada sozinha.',

  'rules.end': 'O fim da rodada',
  'rules.end.domino_point': 'Quem joga sua última pedra bate e ganha um ponto.',
  'rules.end.domino_pips':
    'Quem joga sua última pedra bate e ganha os pontos que sobram nas outras mãos.',
  'rules.end.domino_partners': 'A mão do parceiro não conta.',
  'rules.end.rounded':
    'Essa soma é arredondada ao múltiplo de cinco mais próximo: 17 vale 15 e 18 vale 20.',
  'rules.end.rounded_fives':
    'Essa soma é arredondada ao múltiplo de cinco mais próximo, e cada cinco é um ponto: 17 vale 3 e 18 vale 4.',
  'rules.end.blocked': 'Se ninguém pode jogar nem comprar, o jogo está fechado.',
  'rules.end.blocked_none': 'Um jogo fechado não dá pontos.',
  'rules.end.blocked_total': 'Então ganha a mão com menos pontos, e leva os de todas as outras.',
  'rules.end.blocked_difference':
    'Então ganha a mão com menos pontos, e leva os das outras menos os seus.',
  'rules.end.blocked_total_partners':
    'Então ganha a dupla com menos pontos nas duas mãos, e leva os da outra dupla.',
  'rules.end.blocked_difference_partners':
    'Então ganha a dupla com menos pontos nas duas mãos, e leva os da outra dupla menos os seus.',
  'rules.end.blocked_rounded': 'Essa soma é arredondada do mesmo jeito.',
  'rules.end.tie': 'Se as mais leves empatam, ninguém pontua.',
  'rules.end.match':
    'A partida acaba no momento em que alguém chega a {n}, mesmo no meio de uma rodada.',

  'figure.tiles': 'Pedras: {tiles}.',
  'figure.join': 'O 4 toca um 4. As pontas abertas são 6 e 1.',
  'figure.double': 'A carroça 4-4 fica atravessada, e a linha segue depois dela.',
  'figure.spinner_alone':
    'A carroça 5-5 é a carroça em cruz. A linha começa pelos seus dois lados.',
  'figure.spinner_open': 'Os dois lados têm pedra: agora os outros dois também se abrem.',
  'figure.spinner_full':
    'Quatro braços, quatro pontas. O 6-6 veio depois: fica atravessado como toda carroça.',
  'figure.hand': 'Na mão',
  'figure.drawn': 'Compradas',
  'figure.draws':
    'As pontas são 6 e 4, e a mão não os tem. Vem o 5-3, que não encaixa; o 6-3 encaixa.',
  'figure.passes': 'As pontas são 6 e 4, e a mão não os tem: passo.',
  'figure.scores': { one: '{sum} = {total}: {n} ponto', other: '{sum} = {total}: {n} pontos' },
  'figure.scores_not': '{sum} = {total}: nada',
  'figure.opponents': 'Sobrou',
  'figure.left': {
    one: 'Os adversários ainda têm {pips} na mão: {n} ponto.',
    other: 'Os adversários ainda têm {pips} na mão: {n} pontos.',
  },
  'figure.blocked': 'As duas pontas pedem um 6, e as sete pedras com 6 já estão aqui: fechou.',
  'figure.winner': 'Mais leve',
  'figure.loser': 'A outra',
  'figure.total': '{own} contra {pips}: a mão mais leve ganha {n} pontos.',
  'figure.difference': '{pips} − {own} = {less}: a mão mais leve ganha {n} pontos.',
};
