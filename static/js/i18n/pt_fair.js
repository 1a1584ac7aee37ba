// @ts-check
/** The words of the verify panel in Portuguese. */

export const fair = {
  'fair.intro':
    'A mesa ficou presa aos seus segredos antes de alguém se sentar, e cada navegador juntou uma semente própria. Agora o seu navegador refaz a distribuição com ambos e compara.',
  'fair.none': 'Nenhuma rodada terminou ainda. O segredo é mostrado quando a rodada acaba.',
  'fair.rounds': 'Rodadas desta partida',
  'fair.checking': 'Verificando a rodada {n}…',
  'fair.verdict.good': 'A rodada {n} foi distribuída com lisura: tudo confere.',
  'fair.verdict.bad': 'Rodada {n}: algo não confere.',
  'fair.verdict.unseen':
    'Rodada {n}: o que pôde ser verificado confere, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as peças.',
  'fair.scheme.bad': 'Não há prova desta distribuição que esta página saiba ler.',
  'fair.scheme.good':
    'O embaralhamento depende desta mesa, desta partida e do seu lugar na cadeia.',
  'fair.scheme.unseen':
    'Esta mesa foi aberta com um esquema anterior. O seu embaralhamento não depende da mesa, nem do lugar na cadeia, nem das promessas não cumpridas; por isso um servidor desonesto pôde escolher as peças.',
  'fair.secret.good': {
    one: 'O segredo desta rodada, passado uma vez pelo hash, dá o compromisso da mesa: estava fixado de antemão.',
    other:
      'O segredo desta rodada, passado {n} vezes pelo hash, dá o compromisso da mesa: estava fixado de antemão.',
  },
  'fair.secret.bad': 'O segredo desta rodada não leva ao compromisso da mesa.',
  'fair.bound.good':
    'A mesa, a partida, o compromisso e o lugar na cadeia são os que o seu navegador viu antes de a partida começar.',
  'fair.bound.bad':
    'A mesa, a partida, o compromisso ou o lugar na cadeia não são os que o seu navegador viu antes de a partida começar.',
  'fair.bound.unseen':
    'O seu navegador não viu a mesa antes da partida. O servidor pôde escolher depois outra cadeia ou outro lugar nela.',
  'fair.promises.good':
    'A promessa de cada lugar é a que o seu navegador viu antes de mostrar a sua semente.',
  'fair.promises.bad':
    'A promessa de um lugar não é a que o seu navegador viu antes de mostrar a sua semente.',
  'fair.promises.unseen':
    'O seu navegador não viu as promessas dos lugares antes de as sementes serem mostradas. Elas puderam ser escolhidas depois.',
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
    'A sua própria semente não está entre elas. Se esta página estava fechada ou sem ligação quando a partida começou, o servidor não pôde pedi-la; caso contrário, deixou-a de fora.',
  'fair.own.unseen':
    'O seu navegador não juntou nenhuma semente a esta partida. Se nenhuma outra foi honesta, o servidor pôde escolher as peças.',
  'fair.order.good':
    'O segredo e as sementes, embaralhados, dão exatamente a ordem em que as peças estavam.',
  'fair.order.bad': 'O segredo e as sementes, embaralhados, dão outra ordem que a distribuída.',
  'fair.redeals.good': 'As peças foram distribuídas de novo apenas onde as regras o dizem.',
  'fair.redeals.bad':
    'As peças foram distribuídas de novo, ou não, contra as regras ou contra o que o seu navegador viu.',
  'fair.redeals.unseen': 'Esta página não viu quantas vezes as peças foram distribuídas.',
  'fair.played.good':
    'Cada peça jogada, comprada ou restante veio da mão onde o embaralhamento a pôs.',
  'fair.played.bad': 'Uma peça não estava onde o embaralhamento a tinha posto.',
  'fair.played.unseen':
    'Esta página não viu o fim da rodada, por isso não pode comparar as jogadas.',
  'fair.deal_only':
    'Esta página verifica como as peças foram distribuídas. Se cada jogada seguiu as regras, e se os pontos e o vencedor estão certos, é o programa scripts/verify-deal que verifica.',
  'fair.progress': 'Conferindo a rodada {n} de {all}…',
  'fair.all.good': {
    one: 'A única rodada desta partida foi distribuída com lisura: tudo confere.',
    other: 'As {n} rodadas desta partida foram distribuídas com lisura: tudo confere.',
  },
  'fair.all.bad': 'Algo não confere. Rodadas: {rounds}',
  'fair.all.unseen': {
    one: 'O que pôde ser verificado confere, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as peças.',
    other:
      'O que pôde ser verificado confere nas {n} rodadas, mas nem tudo pôde. Por isso este navegador não pode dizer que ninguém escolheu as peças.',
  },
  'fair.bad_round': 'Rodada {n}: não confere',
  'fair.hands': 'Como foi distribuído',
  'fair.values': 'Os valores, para verificar noutro lugar',
  'fair.commitment': 'Compromisso da mesa',
  'fair.secret': 'Segredo da rodada',
  'fair.place': 'O seu lugar na cadeia',
  'fair.seed_of': 'Semente de {name}',
  'fair.seed_none': 'não juntou nada',
  'fair.seed_withheld': 'prometida, mas não mostrada a tempo',
  'fair.copy': 'Copiar como JSON',
  'fair.copy_receipt': 'Copiar o recibo',
  'fair.signed_bad':
    'Este não é o registo tal como um servidor o entregou: algo nele foi alterado, ou a assinatura é falsa.',
  'fair.signed_kept':
    'Diz estar assinado pelo servidor com a chave {key}, quando o registo público tinha {size} entradas na árvore {tree}. Este navegador não consegue verificar assinaturas aqui; o programa scripts/verify-deal consegue.',
  'fair.unsigned':
    'Este registo não está assinado: nomes, horas, marcas e endereço podem ter sido alterados.',
  'fair.signed':
    'Assinado pelo servidor com a chave {key}. O registo público tinha então {size} entradas na árvore {tree}.',
  'fair.copied': 'Copiado',
};
