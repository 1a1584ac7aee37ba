/** The words in Portuguese of the pages, sheets and dialogs that are fetched when they are wanted. */

export const words = {
  // The dialog for a new table.
  'create.title': 'Nova mesa',
  'create.submit': 'Abrir a mesa',
  'create.submitting': 'Abrindo…',
  'create.start': 'Começar',
  'create.target_own': 'Outro número',
  'create.points': 'pontos',
  'create.more': 'Mais opções',
  'create.access': 'Quem pode vir',
  'create.public': 'Qualquer um',
  'create.public_hint': 'Aparece no salão: qualquer pessoa pode sentar ou assistir.',
  'create.link_hint': 'Ninguém a encontra sem o seu link.',
  'create.kept': 'Lugares guardados para amigos',
  'create.kept_hint': 'Só quem tem o seu link pode ocupá-los.',
  'create.hints': 'Dicas',
  'create.hints_hint': 'Pode-se perguntar o que um especialista jogaria.',
  'create.bots': 'Bots podem jogar',
  'create.bots_hint': 'Programas também podem sentar; fica marcado.',
  'create.level': 'Qual é o nível?',
  'clock.label': 'Relógio',
  'clock.hint': 'Se o tempo acabar, uma pedra é jogada por você; só por isso não se perde.',
  'create.yes': 'Sim',
  'create.no': 'Não',

  // Presets and options.
  'preset.Fives': 'Pontuam as pontas que somam múltiplos de cinco; com carroça em cruz.',
  'preset.Draw': 'O clássico: não pode jogar, compra. A saída roda.',
  'preset.Block': 'Sem comprar: não pode jogar, passa. A saída roda.',
  'preset.Five-Up': 'Cincos com carroça em cruz; jogo fechado paga tudo o que os outros têm.',
  'preset.Draw, winner leads': 'Comprando; quem ganha uma rodada sai na seguinte.',
  'preset.Block, winner leads': 'Sem comprar; quem ganha uma rodada sai na seguinte.',
  'preset.Quick Draw': 'Comprando, até 50: acaba em poucos minutos.',
  'preset.Quick All Fives': 'Cincos, até 100: acaba em poucos minutos.',
  'preset.Fives and Threes': 'O dos pubs: cincos e três pontuam; é preciso acertar 61 em cheio.',
  'preset.All Fives': 'Cincos com carroça em cruz, com sete ou nove pedras.',
  'preset.Party Block': 'Sem comprar, para dois, três ou quatro, ou em duplas.',
  'preset.Party Draw': 'Comprando, para dois, três ou quatro, ou em duplas.',
  'preset.Muggins': 'Um ponto por cada cinco, até 61; para até quatro.',

  'option.variant': 'Jogo',
  'option.seating': 'Jogadores',
  'option.hand_size': 'Pedras na mão',
  'option.target': 'Até quantos pontos',
  'option.spinner': 'Carroça em cruz',
  'option.point_unit': 'Pontos',
  'option.opening': 'Quem sai primeiro',
  'option.no_double': 'Se ninguém tem carroça',
  'option.next_lead': 'Quem sai nas rodadas seguintes',
  'option.after_block': 'Quem sai depois de um jogo fechado',
  'option.reserve': 'Pedras que ficam no monte',
  'option.blocked_score': 'Um jogo fechado vale',
  'option.exact_target': 'Acertar a meta em cheio',
  'option.going_out_point': 'Um ponto por bater',
  'option.calls': 'A soma',

  'value.variant.block': 'Block (sem comprar)',
  'value.variant.draw': 'Draw (comprando)',
  'value.variant.all_fives': 'All Fives (dominó de pontas)',
  'value.variant.fives_and_threes': 'Fives and Threes (cincos e três)',
  'value.seating.two': '2 jogadores',
  'value.seating.three': '3 jogadores',
  'value.seating.four': '4 jogadores',
  'value.seating.partners': '4 em duplas',
  'value.point_unit.pips': 'A soma (15 vale 15)',
  'value.point_unit.fives': 'Um por cada cinco (15 vale 3)',
  'value.opening.highest_double': 'Quem tem a maior carroça',
  'value.opening.lot': 'Quem tira a pedra mais alta',
  'value.no_double.heaviest_tile': 'Sai a pedra mais alta',
  'value.no_double.redeal': 'As pedras são dadas de novo',
  'value.next_lead.winner': 'Quem ganhou a última rodada',
  'value.next_lead.rotate': 'Um de cada vez',
  'value.next_lead.opening': 'Como na primeira rodada',
  'value.after_block.same': 'Como sempre',
  'value.after_block.opening': 'Como na primeira rodada',
  'value.blocked_score.opponents_total': 'Tudo o que os outros têm',
  'value.blocked_score.difference': 'A diferença',
  'value.calls.automatic': 'Automática',
  'value.calls.muggins': 'Diga ou perca (Muggins)',

  'hint.spinner': 'A primeira carroça da rodada recebe pedras pelos quatro lados.',
  'hint.exact_target': 'Pontos que passariam da meta não contam.',
  'hint.going_out_point': 'Em vez dos pontos que sobram nas outras mãos.',
  'hint.reserve': 'Estas nunca são compradas.',
  'hint.calls':
    'Com Muggins você diz seus pontos ao jogar; o que esquecer, um adversário pode levar.',

  // The rules pages.
  'rules.pick': 'Escolha um jogo',
  'rules.aim': 'O objetivo',
  'rules.aim.target':
    'Ganha a partida quem chega primeiro a {points}. Joga-se em rodadas, cada uma com pedras novas.',
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
  'rules.deal.boneyard': {
    one: 'A outra fica virada para baixo: é o monte, de onde se compra.',
    other: 'As outras {n} ficam viradas para baixo: são o monte, de onde se compra.',
  },
  'rules.deal.asleep': {
    one: 'A outra fica virada para baixo e fora do jogo: dorme.',
    other: 'As outras {n} ficam viradas para baixo e fora do jogo: dormem.',
  },
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
  'figure.scores': '{sum} = {total}: {points}',
  'figure.scores_not': '{sum} = {total}: nada',
  'figure.opponents': 'Sobrou',
  'figure.left': 'Os adversários ainda têm {pips} na mão: {points}.',
  'figure.blocked': 'As duas pontas pedem um 6, e as sete pedras com 6 já estão aqui: fechou.',
  'figure.winner': 'Mais leve',
  'figure.loser': 'A outra',
  'figure.total': '{own} contra {pips}: a mão mais leve ganha {n} pontos.',
  'figure.difference': '{pips} − {own} = {less}: a mão mais leve ganha {n} pontos.',

  // The tutorial.
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

  // Verifying a deal.
  'fair.intro':
    'A mesa ficou presa aos seus segredos antes de alguém se sentar, e cada navegador juntou uma semente própria. Agora o seu navegador refaz a distribuição com ambos e compara.',
  'fair.none': 'Nenhuma rodada terminou ainda. O segredo é mostrado quando a rodada acaba.',
  'fair.rounds': 'Rodadas desta partida',
  'fair.checking': 'Verificando a rodada {n}…',
  'fair.verdict.good': 'A rodada {n} foi distribuída com lisura: tudo confere.',
  'fair.verdict.bad': 'Rodada {n}: algo não confere.',
  'fair.verdict.unseen':
    'Rodada {n}: o que pôde ser verificado confere, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as pedras.',
  'fair.scheme.bad': 'Não há prova desta distribuição que esta página saiba ler.',
  'fair.scheme.good':
    'O embaralhamento depende desta mesa, desta partida e da sua posição na sequência.',
  'fair.scheme.unseen':
    'Esta mesa foi aberta com um esquema anterior. O seu embaralhamento não depende da mesa, nem da posição na sequência, nem das promessas não cumpridas; por isso um servidor desonesto pode ter escolhido as pedras.',
  'fair.secret.good':
    'O segredo desta rodada, passado {times} pelo hash, dá o compromisso da mesa: estava fixado de antemão.',
  'fair.times': { one: 'uma vez', other: '{n} vezes' },
  'fair.secret.bad': 'O segredo desta rodada não leva ao compromisso da mesa.',
  'fair.bound.good':
    'A mesa, a partida, o compromisso e a posição na sequência são os que o seu navegador viu antes de a partida começar.',
  'fair.bound.bad':
    'A mesa, a partida, o compromisso ou a posição na sequência não são os que o seu navegador viu antes de a partida começar.',
  'fair.bound.unseen':
    'O seu navegador não viu a mesa antes da partida. O servidor pode ter escolhido depois outra sequência ou outra posição nela.',
  'fair.promises.good':
    'A promessa de cada lugar é a que o seu navegador viu antes de mostrar a sua semente.',
  'fair.promises.bad':
    'A promessa de um lugar não é a que o seu navegador viu antes de mostrar a sua semente.',
  'fair.promises.unseen':
    'O seu navegador não viu as promessas dos lugares antes de as sementes serem mostradas. Elas podem ter sido escolhidas depois.',
  'fair.receipt.good':
    'O recibo assinado pelo servidor, que o seu navegador recebeu antes de mostrar a sua semente, diz o mesmo.',
  'fair.receipt.bad':
    'O recibo do servidor não diz o mesmo, ou a assinatura é falsa. O seu navegador não mostrou nenhuma semente a um recibo falso.',
  'fair.receipt.unseen':
    'O seu navegador não tem recibo desta partida, por isso não se pode mostrar a mais ninguém a que o servidor estava preso.',
  'fair.receipt_kept.good':
    'O recibo do servidor diz o mesmo. Este navegador não consegue verificar aqui a assinatura; o programa scripts/verify-deal consegue.',
  'fair.receipt_kept.bad': 'O recibo do servidor não diz o mesmo.',
  'fair.seeds.good': 'Cada semente mostrada é a que o seu jogador tinha prometido.',
  'fair.seeds.bad': 'Uma semente não é a que o seu jogador tinha prometido.',
  'fair.own.good': 'A sua própria semente está entre elas.',
  'fair.own.bad':
    'A sua própria semente não está entre elas. Se esta página estava fechada ou sem conexão quando a partida começou, o servidor não pôde pedi-la; caso contrário, deixou-a de fora.',
  'fair.own.unseen':
    'O seu navegador não juntou nenhuma semente a esta partida. Se nenhuma outra foi honesta, o servidor pode ter escolhido as pedras.',
  'fair.order.good':
    'O segredo e as sementes, embaralhados, dão exatamente a ordem em que as pedras estavam.',
  'fair.order.bad':
    'O segredo e as sementes, embaralhados, dão uma ordem diferente da distribuída.',
  'fair.redeals.good': 'As pedras foram distribuídas de novo apenas onde as regras o dizem.',
  'fair.redeals.bad':
    'As pedras foram distribuídas de novo, ou não, contra as regras ou contra o que o seu navegador viu.',
  'fair.redeals.unseen': 'Esta página não viu quantas vezes as pedras foram distribuídas.',
  'fair.played.good':
    'Cada pedra jogada, comprada ou restante veio da mão onde o embaralhamento a pôs.',
  'fair.played.bad': 'Uma pedra não estava onde o embaralhamento a tinha posto.',
  'fair.played.unseen':
    'Esta página não viu o fim da rodada, por isso não pode comparar as jogadas.',
  'fair.deal_only':
    'Esta página verifica como as pedras foram distribuídas. Se cada jogada seguiu as regras, e se os pontos e o vencedor estão certos, é o programa scripts/verify-deal que verifica.',
  'fair.progress': 'Conferindo a rodada {n} de {all}…',
  'fair.all.good': {
    one: 'A única rodada desta partida foi distribuída com lisura: tudo confere.',
    other: 'As {n} rodadas desta partida foram distribuídas com lisura: tudo confere.',
  },
  'fair.all.bad': 'Algo não confere. Rodadas: {rounds}',
  'fair.all.unseen': {
    one: 'O que pôde ser verificado confere, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as pedras.',
    other:
      'O que pôde ser verificado confere nas {n} rodadas, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as pedras.',
  },
  'fair.bad_round': 'Rodada {n}: não confere',
  'fair.hands': 'Como foi distribuído',
  'fair.values': 'Os valores, para verificar em outro lugar',
  'fair.commitment': 'Compromisso da mesa',
  'fair.secret': 'Segredo da rodada',
  'fair.place': 'Posição na sequência',
  'fair.seed_of': 'Semente de {name}',
  'fair.seed_none': 'não juntou nada',
  'fair.seed_withheld': 'prometida, mas não mostrada a tempo',
  'fair.copy': 'Copiar como JSON',
  'fair.copy_receipt': 'Copiar o recibo',
  'fair.signed_bad':
    'Este não é o registro tal como um servidor o entregou: algo nele foi alterado, ou a assinatura é falsa.',
  'fair.entries': { one: '{n} entrada', other: '{n} entradas' },
  'fair.signed_kept':
    'Diz estar assinado pelo servidor com a chave {key}, quando o registro público tinha {entries} na árvore {tree}. Este navegador não consegue verificar assinaturas aqui; o programa scripts/verify-deal consegue.',
  'fair.unsigned':
    'Este registro não está assinado: nomes, horas, marcas e endereço podem ter sido alterados.',
  'fair.signed':
    'Assinado pelo servidor com a chave {key}. O registro público tinha então {entries} na árvore {tree}.',

  // Finished matches.
  'record.title': 'Uma partida de {notation}',
  'record.missing': 'Essa partida não existe',
  'record.missing_hint': 'Talvez ela já não seja guardada, ou o link esteja incompleto.',
  'record.a_player': 'Um jogador',
  'record.took_over': '{name} assumiu o lugar de {who} na rodada {n}.',
  'record.bot': '{name} é um programa.',
  'record.resigned': '{name} desistiu na rodada {n}; o computador continuou no seu lugar.',
  'record.lent': 'O computador jogou por {name} a partir da rodada {n}.',
  'record.lent_until': 'O computador jogou por {name} da rodada {n} à {m}.',
  'record.seat': 'Jogador {n}',
  'record.hands': 'Todas as mãos',
  'record.hand': '{name}: {tiles}',
  'record.no_tiles': 'sem pedras',
  'record.rounds': 'Rodadas',
  'record.position': 'Rodada {round}, posição {step} de {steps}',
  'record.scrubber': 'Posição na partida',
  'record.first': 'Para o início',
  'record.back': 'Um passo para trás',
  'record.forward': 'Um passo à frente',
  'record.last': 'Para o fim',
  'record.play': 'Reproduzir',
  'record.pause': 'Pausar',
  'record.controls': 'Passos',
  'record.keys':
    'As setas avançam passo a passo, Home e End vão para as pontas, a barra de espaço reproduz.',
  'record.touch': 'Toque na metade direita da mesa para avançar um passo, na esquerda para voltar.',
  'record.copy': 'Copiar link desta posição',
  'record.link': 'Link desta posição',
  'record.share': 'Compartilhar',
  'record.keep': 'Compartilhar e guardar',
  'record.transcript': 'Transcrição',
  'record.json': 'Registro (JSON)',
  'record.picture': 'Imagem (SVG)',
  'record.more': 'O resto da partida está chegando…',
  'record.proof': 'Distribuição com lisura',
  'record.proof_hint':
    'Seu navegador pode refazer cada distribuição desta partida e comparar com o que foi jogado.',
  'record.proof_none': 'Com esta partida não foi guardada nenhuma prova das distribuições.',
  'record.proof_transcript':
    'Uma transcrição diz o que aconteceu, não como as pedras foram embaralhadas: com ela não dá para verificar nenhuma distribuição. Cole em vez dela o registro (JSON) de uma partida.',
  'record.verify': 'Verificar as distribuições',
  'record.stops': 'A transcrição acaba aqui. Não diz como a partida terminou.',
  'import.again': 'Rever outra',
  'me.filters': 'Quais partidas',
  'me.all': 'Todos',
  'me.opponent': 'Adversário',
  'me.opponent_hint': 'Parte de um nome',
  'me.result': 'Resultado',
  'me.result.won': 'Vencida',
  'me.result.lost': 'Perdida',
  'me.result.undecided': 'Indefinida',
  'me.empty': 'Ainda não há partidas aqui',
  'me.empty_hint': 'Aqui fica guardada cada partida que você joga até o fim.',
  'me.older': 'Partidas mais antigas',
  'me.list': 'Partidas',
  'me.figures': { one: 'Nesta partida', other: 'Nestas {n} partidas' },
  'me.won': 'Partidas vencidas',
  'me.of': '{n} de {all}',
  'me.rate.points': 'Pontos por rodada',
  'me.rate.outs': 'Rodadas que você bateu',
  'me.rate.scoring': 'Jogadas que pontuaram',
  'me.plot': '{title}, partida a partida; de {least} a {most}',
  'me.table': 'Como tabela',
  'me.match': 'Partida',
  'me.data': 'Meus dados',
  'me.export': 'Baixar todas as minhas partidas',
  'me.export_hint': 'Um registro por linha, em JSON.',
  'me.delete': 'Tirar meu nome delas',
  'me.delete_hint':
    'Todos lerão “Um jogador” no lugar, em todas as partidas até agora. Não dá para desfazer.',
  'me.hide': 'Ocultar o meu nome nesta partida aos outros',
  'me.delete_sure': 'Sim, tirar',
  'me.deleted': { one: 'Seu nome saiu de {n} partida.', other: 'Seu nome saiu de {n} partidas.' },
  'import.title': 'Rever uma transcrição',
  'import.lead':
    'Cole a transcrição de uma partida, daqui ou de qualquer lugar, ou seu registro (JSON). Ela é conferida pelas regras e não é guardada.',
  'import.label': 'Transcrição ou registro',
  'import.submit': 'Rever',
  'import.wrong': 'Não dá para rever: {why}',

  // The analysis.
  'analysis.waiting': 'O especialista examina cada jogada da partida…',
  'analysis.progress': '{n} de {moves} jogadas',
  'analysis.failed': 'A análise falhou.',
  'analysis.accuracy': 'Precisão das jogadas',
  'analysis.hint': '100% significa: sempre o que o especialista teria jogado.',
  'analysis.moves': 'Jogadas de {name}',
  'analysis.on': '{tile} na ponta {pips}',
  'analysis.lead': '{tile} de saída',
  'analysis.played': '{name} jogou {play}.',
  'analysis.forced': 'Não havia escolha.',
  'analysis.as_good': 'Tão boa quanto a melhor.',
  'analysis.best': 'Melhor: {play}.',
  'analysis.cost': 'Custou {cost} da chance de ganhar.',
  'analysis.chance': 'Com a melhor jogada a chance de ganhar era {chance}.',
  'analysis.position': 'A posição: {tiles}. Mão: {hand}.',
  'analysis.empty': 'ainda não há pedras',

  // Settings.
  'settings.theme_system': 'Como o sistema',
  'settings.theme_light': 'Claro',
  'settings.theme_dark': 'Escuro',
  'settings.tiles': 'Pedras',
  'settings.tiles_ivory': 'Marfim',
  'settings.tiles_ebony': 'Ébano',
  'settings.tiles_contrast': 'Alto contraste',
  'settings.volume': 'Volume',
  'settings.volume_test': 'Testar',
  'settings.notify': 'Notificações',
  'settings.notify_hint': 'Quando é a sua vez e você está em outro lugar.',
  'settings.notify_denied': 'Seu navegador não deixa esta página avisar.',
  'settings.vibrate': 'Vibrar na minha vez',
  'settings.auto_play': 'Jogar por mim o que é forçado',
  'settings.auto_play_hint': 'A saída obrigatória e a pedra comprada que só encaixa numa ponta.',
  'settings.show_lacks': 'Marcar o que os outros não têm',
  'settings.show_lacks_hint': 'Os números que um jogador não tinha ao passar ou comprar.',
  'settings.language_auto': 'Como o navegador',
  'settings.bots': 'Bots',

  // Bots.
  'bots.hint': 'Um programa pode jogar com nome próprio. Os outros veem que é um bot.',
  'bots.name': 'Nome do bot',
  'bots.make': 'Novo bot',
  'bots.token': 'Chave de {name}',
  'bots.once': 'Só aparece agora. Guarde onde o seu programa a encontre.',
  'bots.copy': 'Copiar',
  'bots.delete': 'Apagar',
  'bots.delete_who': 'Apagar {name}',
  'bots.failed': 'Não deu certo. Tente de novo.',
};
