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

export const EVENT: PageTemplate = {
  id: 'evento',
  nome: 'Evento presencial',
  descricao: 'Encontro com programação, ingressos e local.',
  template: pageOf(
    { fonte_titulos: 'montserrat', fonte_texto: 'open-sans' },
    menuSection({ texto: 'Inscrever-se', link: '#inscricao' }, [
      { texto: 'Programação', link: '#programacao' },
      { texto: 'Ingressos', link: '#ingressos' },
    ]),
    columns(
      { fundo: 'primaria', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        7,
        item('titulo', {
          texto: 'Um dia inteiro para pensar o varejo de perto',
          nivel: 1,
          antetitulo: '22 de maio · São Paulo',
        }),
        item('texto', {
          conteudo: '<p>Palestras curtas, oficinas com a mão na massa e conversas que continuam no café.</p>',
          tamanho: 'grande',
        }),
        item('botao', {
          texto: 'Garantir ingresso',
          link: '#ingressos',
          tamanho: 'grande',
          secundario: { texto: 'Ver programação', link: '#programacao' },
        }),
      ),
      column(5, item('imagem', { ilustracao: 'calendario', decorativa: true })),
    ),
    section(
      CENTERED,
      item('lista', {
        colunas: 3,
        itens: [
          { titulo: '12 palestras', texto: 'De vinte minutos, com um tema só.', icone: 'conversa' },
          { titulo: '6 oficinas', texto: 'Turmas de trinta pessoas.', icone: 'pessoas' },
          { titulo: '1 café sem pressa', texto: 'Para conhecer quem faz.', icone: 'coracao' },
        ],
      }),
    ),
    named(
      'programacao',
      section(
        { fundo: 'superficie' },
        ...opening('Programação', '<p>Abertura das portas às 8h.</p>'),
        item('colunas', {
          cartoes: true,
          colunas: [
            {
              itens: [
                item('titulo', { texto: 'Manhã', nivel: 3 }),
                item('lista', {
                  estilo: 'marcas',
                  itens: [
                    { texto: '9h · A loja que conversa' },
                    { texto: '10h · Estoque sem sustos' },
                    { texto: '11h · Preço e valor' },
                  ],
                }),
              ],
            },
            {
              itens: [
                item('titulo', { texto: 'Tarde', nivel: 3 }),
                item('lista', {
                  estilo: 'marcas',
                  itens: [
                    { texto: '14h · Oficina de vitrine' },
                    { texto: '15h30 · Oficina de atendimento' },
                    { texto: '17h · Mesa aberta' },
                  ],
                }),
              ],
            },
          ],
        }),
      ),
    ),
    named(
      'ingressos',
      section(
        CENTERED,
        ...opening('Ingressos', '<p>Vagas limitadas ao tamanho do auditório.</p>'),
        item('tabela_precos', {
          planos: [
            {
              nome: 'Dia',
              preco: 'R$ 190',
              recursos: ['Todas as palestras', 'Café da manhã e da tarde'],
              botao: { texto: 'Quero este', link: '#inscricao' },
            },
            {
              nome: 'Dia e oficinas',
              preco: 'R$ 320',
              destaque: true,
              selo: 'Mais completo',
              recursos: ['Todas as palestras', 'Duas oficinas', 'Almoço', 'Material impresso'],
              botao: { texto: 'Quero este', link: '#inscricao' },
            },
            {
              nome: 'Grupo',
              preco: 'R$ 150',
              periodo: 'por pessoa',
              recursos: ['A partir de cinco pessoas', 'Todas as palestras', 'Fila própria na entrada'],
              botao: { texto: 'Quero este', link: '#inscricao' },
            },
          ],
        }),
      ),
    ),
    named(
      'inscricao',
      columns(
        { fundo: 'escuro', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Faça a sua inscrição', nivel: 2 }),
          item('lista', {
            itens: [
              { titulo: 'Quando', texto: '22 de maio, das 8h às 18h', icone: 'calendario' },
              { titulo: 'Onde', texto: 'Auditório no centro de São Paulo, a cinco minutos do metrô', icone: 'local' },
            ],
          }),
        ),
        column(6, item('formulario', { titulo: 'Inscrição', texto_botao: 'Confirmar inscrição' })),
      ),
    ),
    footerSection('O encontro de quem vende olho no olho.'),
  ),
};
