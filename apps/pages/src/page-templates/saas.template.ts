import {
  CENTERED,
  column,
  columns,
  footerSection,
  item,
  menuSection,
  named,
  opening,
  pageOf,
  type PageTemplate,
  section,
} from './template-parts.js';

const LINKS = [
  { texto: 'Recursos', link: '#recursos' },
  { texto: 'Planos', link: '#planos' },
  { texto: 'Dúvidas', link: '#duvidas' },
];

export const SAAS: PageTemplate = {
  id: 'saas-teste-gratis',
  nome: 'SaaS com teste grátis',
  descricao: 'Produto digital com recursos, planos e convite para testar.',
  template: pageOf(
    { fonte_titulos: 'inter', fonte_texto: 'inter' },
    menuSection({ texto: 'Testar grátis', link: '#comecar' }, LINKS),
    section(
      { ...CENTERED, fundo: 'gradiente', espacamento: 'grande' },
      item('titulo', {
        texto: 'Todo o financeiro da sua empresa em um só lugar',
        nivel: 1,
        tamanho: 'enorme',
        antetitulo: 'Novo: conciliação automática',
      }),
      item('texto', {
        conteudo:
          '<p>Contas, cobranças e relatórios que se atualizam sozinhos. Menos planilha, mais tempo para decidir.</p>',
        tamanho: 'grande',
        suave: true,
      }),
      item('botao', {
        texto: 'Começar teste de 14 dias',
        link: '#comecar',
        tamanho: 'grande',
        secundario: { texto: 'Ver como funciona', link: '#recursos' },
        nota: 'Sem cartão de crédito.',
      }),
      item('imagem', {
        ilustracao: 'painel',
        descricao: 'Painel com saldo, entradas e saídas do mês',
        largura_maxima: 920,
      }),
    ),
    named(
      'recursos',
      section(
        {},
        ...opening(
          'Feito para quem cuida do caixa todos os dias',
          '<p>Comece por um recurso. Use os outros quando fizerem falta.</p>',
          'Recursos',
        ),
        item('lista', {
          estilo: 'cartoes',
          colunas: 3,
          itens: [
            { titulo: 'Conciliação automática', texto: 'Extratos e notas se encontram sem digitação.', icone: 'raio' },
            { titulo: 'Cobrança que lembra', texto: 'Avisos educados antes e depois do vencimento.', icone: 'relogio' },
            {
              titulo: 'Relatórios claros',
              texto: 'O resultado do mês em uma página que todos entendem.',
              icone: 'grafico',
            },
            {
              titulo: 'Permissões por pessoa',
              texto: 'Cada um vê o que precisa, e só o que precisa.',
              icone: 'pessoas',
            },
            { titulo: 'Dados protegidos', texto: 'Cópias diárias e registro de cada mudança.', icone: 'cadeado' },
            { titulo: 'Suporte humano', texto: 'Gente que responde, no mesmo dia.', icone: 'conversa' },
          ],
        }),
      ),
    ),
    columns(
      { fundo: 'superficie', alinhamento_vertical: 'centro' },
      column(
        5,
        ...opening(
          'Feche o mês em uma manhã',
          '<p>Um passo a passo que mostra o que falta e quem pode resolver. Nada fica para depois por esquecimento.</p>',
        ),
        item('lista', {
          itens: [
            { texto: 'Pendências em ordem de importância' },
            { texto: 'Comentários ao lado de cada lançamento' },
            { texto: 'Exportação para a contabilidade' },
          ],
        }),
      ),
      column(7, item('imagem', { ilustracao: 'grafico', decorativa: true })),
    ),
    named(
      'planos',
      section(
        CENTERED,
        ...opening('Um plano para cada momento', '<p>Mude ou cancele quando quiser.</p>', 'Planos'),
        item('tabela_precos', {
          planos: [
            {
              nome: 'Essencial',
              preco: 'R$ 49',
              periodo: 'por mês',
              descricao: 'Para quem está começando.',
              recursos: ['1 usuário', 'Contas a pagar e receber', 'Suporte por e-mail'],
              botao: { texto: 'Escolher Essencial', link: '#comecar' },
            },
            {
              nome: 'Equipe',
              preco: 'R$ 129',
              periodo: 'por mês',
              descricao: 'Para times que dividem tarefas.',
              destaque: true,
              selo: 'Mais escolhido',
              recursos: ['Até 8 usuários', 'Conciliação automática', 'Cobrança recorrente', 'Suporte por conversa'],
              botao: { texto: 'Escolher Equipe', link: '#comecar' },
            },
            {
              nome: 'Empresa',
              preco: 'Sob medida',
              descricao: 'Para operações maiores.',
              recursos: ['Usuários sem limite', 'Integrações próprias', 'Gerente de conta'],
              botao: { texto: 'Falar com vendas', link: '#comecar' },
            },
          ],
          nota: 'Valores de exemplo: troque pelos seus.',
        }),
      ),
    ),
    named(
      'comecar',
      columns(
        { fundo: 'escuro', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Experimente por 14 dias', nivel: 2 }),
          item('texto', {
            conteudo:
              '<p>Crie a conta, importe um extrato e veja o painel se preencher. Se não servir, basta não continuar.</p>',
            tamanho: 'grande',
            suave: true,
          }),
        ),
        column(6, item('formulario', { titulo: 'Crie a sua conta', texto_botao: 'Começar agora' })),
      ),
    ),
    named(
      'duvidas',
      section(
        { largura: 'estreita' },
        item('titulo', { texto: 'Dúvidas comuns', nivel: 2 }),
        item('faq', {
          perguntas: [
            { pergunta: 'Preciso de cartão para testar?', resposta: '<p>Não. O teste começa com nome e e-mail.</p>' },
            {
              pergunta: 'Posso trazer meus dados?',
              resposta: '<p>Sim, a partir de planilhas e extratos nos formatos mais comuns.</p>',
            },
            {
              pergunta: 'Como cancelo?',
              resposta: '<p>Em Configurações, com um clique. Seus dados podem ser exportados antes.</p>',
            },
          ],
        }),
      ),
    ),
    footerSection('O financeiro da sua empresa, sem sustos.', [{ titulo: 'Produto', links: LINKS }]),
  ),
};
