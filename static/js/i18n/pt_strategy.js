/** The advice on how to play, in Portuguese. */

export const words = {
  'strategy.suits': 'Abra os números que você tem',
  'strategy.suits.why':
    'Cada número está em sete pedras. Quanto mais delas você tem, menos sobram para os outros. Jogue de modo que a nova ponta peça um número do qual você ainda tem pedras: assim você segue quando a vez voltar.',
  'strategy.suits.shown':
    'Jogue o 5-2 no 2. A nova ponta pede um 5: você tem mais três, e fora só há outros três.',
  'strategy.doubles': 'Não fique com as carroças',
  'strategy.doubles.why':
    'Uma carroça só encaixa em um número; qualquer outra pedra, em dois. Quando quase todo o número dela já saiu, ela pode ficar na sua mão até o fim. E a carroça deixa a ponta como estava, por isso raramente ajuda os outros.',
  'strategy.doubles.shown': 'Jogue agora o 4-4. A ponta continua um 4, e depois pode ir o seu 4-2.',
  'strategy.heavy': 'Solte cedo as pedras altas',
  'strategy.heavy.why':
    'O que fica na sua mão conta para os outros. Uma pedra vale em média seis pontos; o 6-6, doze. Se duas jogadas são igualmente boas, jogue a pedra mais alta.',
  'strategy.passes': 'Lembre em que os outros passam',
  'strategy.passes.why':
    'Quem passa não tem nenhum dos números abertos. Aqui não se compra, então isso vale até o fim da rodada. Traga esses números de volta quando doer mais.',
  'strategy.passes.shown':
    'Passaram no 4 e no 6. O 6-4 no 6 deixa um 4 em cada ponta: têm de passar de novo, e você ainda tem dois quatros.',
  'strategy.lock': 'Feche o jogo quando sua mão é leve',
  'strategy.lock.why':
    'O jogo fecha quando as duas pontas pedem um número cujas pedras já estão todas na mesa. Conte as pedras dos números abertos. Com a mão leve, procure a pedra que fecha; com a mão pesada, deixe uma ponta viva.',
  'strategy.lock.shown':
    'Na mesa há seis pedras com 6, e você tem a sétima: o 6-0 no 0 fecha as duas pontas. Sua mão fica com {own}; as duas pedras do outro valem uns {theirs}.',
  'strategy.asleep': 'Há pedras que não aparecem',
  'strategy.asleep.why':
    'Nem todas são dadas: das {all}, {asleep} dormem. Das {each} que têm um mesmo número, em média {out} estão ali. Por isso um número pode acabar antes de você ver todas as suas pedras.',

  'strategy.many': 'Guarde números diferentes',
  'strategy.many.why':
    'Se nada encaixa, você compra, e sua mão cresce. Uma mão que tem todos os números sempre pode responder. Antes de escolher o que jogar, olhe o que fica.',
  'strategy.many.shown':
    'Depois do 5-1 no 5 você ainda tem todos os números de 0 a 6: vai poder jogar na próxima vez, façam o que fizerem.',
  'strategy.force': 'Faça os outros comprarem',
  'strategy.force.why':
    'Quem teve de comprar não tem nenhum dos números que estavam abertos: as pedras compradas que não encaixaram também não os têm. Deixe um deles nas duas pontas. Cada pedra que compram pode contar para você.',
  'strategy.force.shown':
    'Compraram no 1 e no 2, então não têm nenhum 1. O 1-0 no 0 deixa um 1 em cada ponta: têm de comprar de novo.',
  'strategy.boneyard': 'Conte o monte',
  'strategy.boneyard.why':
    'Todos veem quantas pedras há para comprar, e enquanto houver o jogo não fecha. Quando jogam dois e o monte está vazio, tudo o que você não vê está na outra mão: aí você pode calcular cada resposta.',

  'strategy.first_five': 'Comece com pontos sem resposta',
  'strategy.first_five.why':
    'Quando você pode escolher a saída, cinco pedras já pontuam: 5-5 e 6-4 fazem dez; 5-0, 4-1 e 3-2 fazem cinco. Depois do 6-4 só o 6-1 pontua, depois do 5-5 só o 5-0, e depois do 3-2 nenhuma.',
  'strategy.first_five.shown':
    'O 3-2 faz {sum} = {total}: {points}. Depois do 4-1, o 6-1 poderia pontuar.',
  'strategy.again': 'Conheça as pedras que repetem',
  'strategy.again.why':
    'Uma pedra muda a soma na diferença das suas metades. Se a soma é múltiplo de cinco, em uma ponta sem carroça há quatro pedras que a mantêm: o 5-0 e o 6-1 a mudam em cinco, o 5-5 soma cinco e o 0-0 não soma nada.',
  'strategy.again.shown': 'O 6-1 no 6 faz {sum} = {total}: {points}.',
  'strategy.outer': 'Carroças na ponta contam duas vezes',
  'strategy.outer.why':
    'Uma carroça na ponta conta as duas metades: um 4-4 em um 4 soma quatro. Use isso para chegar a um múltiplo de cinco. E cubra a carroça de outro quando isso estraga a soma do próximo.',
  'strategy.outer.shown': 'O 4-4 no 4 faz {sum} = {total}: {points}.',
  'strategy.third': 'Use todos os lados da carroça em cruz',
  'strategy.third.why':
    'Quando dois lados da carroça em cruz têm pedra, os outros se abrem. Um lado sem pedra não soma nada. Então uma pedra ali soma só a metade de fora e não cobre nenhuma ponta.',
  'strategy.third.shown':
    'As pontas são 3 e 6. O 5-1 na carroça em cruz faz {sum} = {total}: {points}.',
  'strategy.safe': 'Deixe uma soma que não serve a ninguém',
  'strategy.safe.why':
    'Se você não pode pontuar, pense no próximo. Que pedras das que você não vê pontuariam depois da sua jogada? Escolha a jogada que deixa menos.',
  'strategy.safe.shown':
    'Depois do 4-0 no 4 nenhuma pedra que você não vê pontua. Depois do 3-1 no 1 seriam três: 3-3, 4-2 e 6-3.',
  'strategy.out': 'Bater também paga',
  'strategy.out.why':
    'O que sobra nas outras mãos também são pontos, arredondados ao múltiplo de cinco mais próximo: duas pedras médias dão {two}. Compare com poucos pontos que impedem você de bater.',
  'strategy.say': 'Conte antes de jogar',
  'strategy.say.why':
    'Os pontos só são seus se você os disser: some as pontas antes de tocar na pedra. Some também pelos outros: o que eles esquecem é seu se você gritar primeiro.',

  'strategy.fifteen': 'Quinze é a melhor soma',
  'strategy.fifteen.why':
    'O quinze é feito de três e de cinco: 8 pontos. Com duas pontas só duas carroças o fazem: o 6-6 ao lado de um 3 e o 5-5 ao lado de um 5. Guarde-as até encaixarem, e não deixe essas pontas para os outros.',
  'strategy.fifteen.shown': 'O 6-6 no 6 faz {sum} = {total}: {points}.',
  'strategy.first_nine': 'Comece com o 5-4',
  'strategy.first_nine.why':
    'O 5-4 e o 6-3 somam nove: três pontos. Mas depois do 6-3 o 6-6 faz quinze. O 6-6 na saída soma doze e vale 4, e aí o 6-3 faz quinze. Depois do 5-4 nenhuma pedra vale mais de dois pontos.',
  'strategy.first_nine.shown':
    'O 5-4 faz {sum} = {total}: {points}. Depois do 6-3 o próximo poderia fazer 8.',
  'strategy.quiet': 'Deixe pouco para o próximo',
  'strategy.quiet.why':
    'Muitas somas pontuam: 3, 5, 6, 9, 10, 12, 15, 18 e 20. Quase toda jogada deixa alguma coisa. Compare quantas pedras das que você não vê pontuariam depois de cada uma das suas.',
  'strategy.quiet.shown':
    'Depois do 3-2 no 3 pontuam três pedras que você não vê; depois do 6-4 no 6 seriam sete.',
  'strategy.target': 'Planeje os últimos pontos',
  'strategy.target.why':
    'É preciso acertar {target} em cheio. 1, 2 e 4 pontos vêm de duas somas cada: 3 ou 5, 6 ou 10, 12 ou 20. 3, 6 e 8 vêm de uma: 9, 18 e 15. Nenhuma soma dá 5 nem 7. Pare onde muitas somas possam acabar.',
  'strategy.point': 'Os pontos se fazem no caminho',
  'strategy.point.why':
    'Bater dá um só ponto, e o que fica na sua mão não custa nada. Guarde as pedras que ainda podem fazer boas somas, também as altas.',

  'strategy.lead': 'Saia pelo número que você mais tem',
  'strategy.lead.why':
    'A saída diz ao seu parceiro que número deixar aberto. Saia pelo número de que você tem mais pedras e, se puder, com a carroça dele: ela mostra um só número e mais tarde é mais difícil de jogar.',
  'strategy.lead.shown': 'Saia com o 4-4: você tem mais três quatros.',
  'strategy.partner': 'Não cubra o número do seu parceiro',
  'strategy.partner.why':
    'Do número que abriu, seu parceiro provavelmente tem mais. Se puder, jogue na outra ponta e cubra o que os adversários abriram. Basta que um de vocês bata.',
  'strategy.partner.shown': 'Seu parceiro saiu com o 5-5. Jogue o 4-1 no 1 e deixe o 5 aberto.',
  'strategy.passed': 'Traga de volta o que falta ao próximo',
  'strategy.passed.why':
    'Quem passou não tem nenhum dos números que estavam abertos, e nada muda isso nesta rodada. Se puder, ponha um deles nas duas pontas, e ele passa de novo.',
  'strategy.passed.shown': 'O próximo passou no 3-3. O 3-1 no 1 deixa um 3 em cada ponta.',
  'strategy.count': 'Conte até sete',
  'strategy.count.why':
    'Todas as pedras são dadas, e cada número está em sete. Conte as da mesa e as suas. Se ninguém mais tem um número, a ponta dele espera só por você: deixe-a e jogue na outra.',
  'strategy.count.shown':
    'Na mesa há cinco pedras com 1, e as outras duas são suas. Jogue o 6-3 no 6: ninguém mais pode jogar no 1.',
  'strategy.double': 'Jogue a carroça enquanto o número vive',
  'strategy.double.why':
    'Uma carroça só encaixa no próprio número. Quando quase todas as pedras dele já saíram, a próxima pode acabar com ele, e a carroça morre na sua mão. Com uma carroça morta você não bate.',
  'strategy.double.shown':
    'Na mesa há cinco pedras com 2, e fora só resta o 2-1. Se ele vier aqui, sua carroça 2-2 morre. Jogue agora o 2-2.',
  'strategy.closing_side': 'Antes de fechar, pese as duas mãos',
  'strategy.closing_side.why':
    'O jogo fechado é da dupla com menos pontos. Todas as pedras somam 168. Tire o que está na mesa e o que é seu: o resto está nas outras três mãos. Feche se o mais provável é que sua dupla tenha menos.',
  'strategy.closing_side.shown':
    'O 6-0 no 0 é o sétimo 6 e fecha o jogo. Você fica com {own}, os outros com {others}: em média {theirs} estão com os adversários, e sua dupla tem {ours}.',
  'strategy.closing_lightest': 'Uma mão leve ganha o jogo fechado',
  'strategy.closing_lightest.why':
    'O jogo fechado é da mão com menos pontos, por mais que o parceiro dela tenha. Se sua mão é leve, procure a pedra que fecha as duas pontas. Se é a do seu parceiro, feche para ele.',
  'strategy.closing_lightest.shown':
    'O 6-0 no 0 é o sétimo 6 e fecha o jogo. Você fica com quatro pedras que somam {own}: poucas mãos têm menos.',
  'strategy.closing_blocker': 'Duas mãos decidem o jogo fechado',
  'strategy.closing_blocker.why':
    'Só se comparam quem fechou e o próximo, e ganha quem tem menos pontos. Feche quando você tiver menos que o próximo, tenha o seu parceiro o que tiver.',
  'strategy.closing_blocker.shown':
    'O 6-0 no 0 é o sétimo 6 e fecha o jogo. Você fica com {own}, e as cinco pedras do próximo somam uns {next}.',
  'strategy.all_hands': 'Pedras altas só doem a quem perde',
  'strategy.all_hands.why':
    'Quem ganha conta os pontos de todas as mãos, então tanto faz quem os tem. Se vocês devem ganhar a rodada, jogue pedras baixas e deixe muito para contar. Se devem perdê-la, ponha as altas na mesa.',

  'strategy.both': 'Prepare o lá-e-lô',
  'strategy.both.why':
    'Se a última pedra encaixa nas duas pontas, vale {both} a mais. Com duas pedras na mão, veja se uma pode deixar os dois números da outra. É certo quando ninguém mais tem esses números.',
  'strategy.both.shown':
    'Todas as outras pedras com 6 ou com 4 estão na mesa. Depois do 4-4 no 4 todos passam, e o 6-4 encaixa nas duas pontas.',
  'strategy.cross': 'O que vale é como você bate',
  'strategy.cross.why':
    'A batida simples vale {plain}; a de carroça, {double}; o lá-e-lô, {both_ends}; e a cruzada, uma carroça nas duas pontas, {double_both}. Escolha cedo quais duas pedras guardar, e de que pontas a última precisa.',
  'strategy.cross.shown':
    'Todas as outras pedras com 6 ou com 4 estão na mesa. O 6-4 no 6 deixa um 4 em cada ponta: todos passam, e a carroça 4-4 bate nas duas.',
  'strategy.blank': 'Guarde a carroça de branco só com um plano',
  'strategy.blank.why':
    'Se o 0-0 é a última pedra da rodada, vale {blank} a mais. Não pesa nada, mas só encaixa em um branco. Guarde-a enquanto tiver outros brancos que lhe abram a ponta; senão, jogue quando puder.',
  'strategy.first': 'As primeiras rodadas valem mais',
  'strategy.first.why':
    'As quatro primeiras rodadas ganhas valem {rounds} a mais, nesta ordem, ganhe quem ganhar. Nelas, ganhar por pouco vale quase tanto quanto ganhar por muito. Jogue para ganhar, e esqueça os pontos das pedras.',
  'strategy.first_pass': 'Saia com o que pode faltar ao próximo',
  'strategy.first_pass.why':
    'Se só o próximo passa na saída, uma carroça vale {lead_double}, e outra pedra {lead_other}. Com cinco pedras do número na mão, a carroça consegue isso em uma de cada {five} rodadas; com quatro, em uma de cada {four}.',
  'strategy.first_pass.shown': 'Saia com o 5-5: você tem cinco das sete pedras com 5.',
  'strategy.everybody': 'Guarde as últimas de um número',
  'strategy.everybody.why':
    'Se todos passam e você joga de novo, são {all_pass}. Acontece quando as duas pontas pedem um número que só você ainda tem.',
  'strategy.everybody.shown':
    'Na mesa há quatro brancos, e você tem os outros três. O 5-0 no 5 deixa um branco em cada ponta: todos passam, e você joga de novo.',

  'strategy.weight': 'Os pontos das pedras não contam',
  'strategy.weight.why':
    'Uma rodada ganha vale o mesmo, não importa o que sobra nas mãos. Os pontos só decidem o jogo fechado. Guarde as pedras que encaixam em muitos lugares, e não solte uma só porque é alta.',
  'strategy.love': 'Uma rodada pode apagar muitas',
  'strategy.love.why':
    'Quando todos os lados já ganharam, o placar volta atrás. Uma rodada sua apaga uma longa série deles, e a sua só está segura no fim. Quanto mais longe um lado vai, mais vale pará-lo.',
  'strategy.give': 'Passe a saída se não tem plano',
  'strategy.give.why':
    'Se a saída é sua por ter ganho, você pode passá-la ao seu parceiro. Saia você com quatro ou mais pedras de um número. Com a mão repartida, passe a saída: talvez ele tenha o número longo que lhe falta.',
  'strategy.rival': 'Pare quem está para ganhar',
  'strategy.rival.why':
    'Cada um joga por si, mas quem está para bater, ou para ganhar a partida, é adversário de todos. Cubra as pontas de que ele precisa e deixe aberto o que podem jogar os que vêm antes dele.',
  'strategy.know': 'Você conhece a outra mão',
  'strategy.know.why':
    'Jogam dois e todas as pedras são dadas: o que você não tem e não está na mesa, o outro tem. Veja as respostas dele antes de jogar. Com poucas pedras você pode calcular a rodada inteira.',
  'strategy.blanks': 'Só há seis brancos',
  'strategy.blanks.why':
    'Neste jogo não há o 0-0. Seis pedras têm um branco, e sete têm cada um dos outros números: uma ponta branca fecha uma pedra antes.',

  'strategy.entry': 'Os primeiros pontos: {entry} ou mais',
  'strategy.entry.why':
    'Quem não tem pontos precisa fazer {entry} em uma rodada, senão não leva nada. Enquanto você está no zero, tente bater cedo, quando os outros ainda têm muito. Um jogo fechado em que eles também têm pouco não lhe dá nada.',
  'strategy.deny': 'Fique leve enquanto eles estão no zero',
  'strategy.deny.why':
    'Enquanto o outro lado está no zero, a vitória dele só conta se ainda sobram {entry} ou mais no seu lado. Solte primeiro as pedras altas: abaixo disso, eles não levam nada.',

  'strategy.ten': 'Cada número está em dez pedras',
  'strategy.ten.why':
    'Com cinco pedras de um número você tem a metade, e algumas das outras dormem. Jogue de modo que esse número chegue às pontas: você pode seguir ali, e os outros muitas vezes não.',
  'strategy.ten.shown': 'Jogue o 8-4 no 4. Você tem mais quatro pedras com 8.',
  'strategy.nine_doubles': 'Jogue cedo as carroças',
  'strategy.nine_doubles.why':
    'Há dez carroças, e uma mão de dez pedras tem em média quase duas. Cada uma só encaixa em um número, e algumas pedras desse número dormem. O 9-9 vale dezoito pontos.',
  'strategy.nine_doubles.shown':
    'Jogue agora o 8-8. A ponta continua um 8, e depois pode ir o seu 8-5.',
  'strategy.nine_heavy': 'Aqui as pedras pesam mais',
  'strategy.nine_heavy.why':
    'Uma pedra vale em média nove pontos, e o que fica na sua mão conta para os outros. Se duas jogadas são igualmente boas, jogue a pedra mais alta.',
  'strategy.nine_passed': 'Lembre quem passou em quê',
  'strategy.nine_passed.why':
    'Quem passa não tem nenhum dos números abertos, e aqui não se compra. Se puder, ponha um deles nas duas pontas, e ele passa de novo.',
  'strategy.nine_passed.shown': 'O próximo passou no 8-8. O 9-8 no 9 deixa um 8 em cada ponta.',
};
