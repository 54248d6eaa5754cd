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

export const RESTAURANT: PageTemplate = {
  id: 'restaurante',
  nome: 'Restaurante e negócio local',
  descricao: 'Casa com cardápio, horários, endereço e reserva.',
  template: pageOf(
    { fonte_titulos: 'playfair-display', fonte_texto: 'raleway' },
    menuSection({ texto: 'Reservar mesa', link: '#reserva' }, [
      { texto: 'Cardápio', link: '#cardapio' },
      { texto: 'Onde estamos', link: '#onde' },
    ]),
    columns(
      { fundo: 'escuro', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        7,
        item('titulo', {
          texto: 'Cozinha de quintal, mesa farta e tempo para conversar',
          nivel: 1,
          antetitulo: 'Aberto de terça a domingo',
        }),
        item('texto', {
          conteudo: '<p>Receitas de família, ingredientes da estação e um forno que nunca esfria.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('botao', {
          texto: 'Reservar mesa',
          link: '#reserva',
          tamanho: 'grande',
          secundario: { texto: 'Ver o cardápio', link: '#cardapio' },
        }),
      ),
      column(5, item('imagem', { ilustracao: 'prato', decorativa: true })),
    ),
    named(
      'cardapio',
      section(
        CENTERED,
        ...opening('Do nosso cardápio', '<p>Muda com a feira. Alguns pratos ficam porque ninguém deixa tirar.</p>'),
        item('colunas', {
          cartoes: true,
          colunas: [
            {
              itens: [
                item('titulo', { texto: 'Para começar', nivel: 3 }),
                item('texto', {
                  conteudo:
                    '<p><strong>Caldinho de feijão</strong><br>com torresmo e couve · R$ 18</p><p><strong>Pão da casa</strong><br>com manteiga de garrafa · R$ 14</p>',
                }),
              ],
            },
            {
              itens: [
                item('titulo', { texto: 'Pratos', nivel: 3 }),
                item('texto', {
                  conteudo:
                    '<p><strong>Moqueca de banana</strong><br>arroz de coco e farofa · R$ 56</p><p><strong>Costela de forno</strong><br>mandioca e vinagrete · R$ 74</p>',
                }),
              ],
            },
            {
              itens: [
                item('titulo', { texto: 'Doces', nivel: 3 }),
                item('texto', {
                  conteudo:
                    '<p><strong>Pudim de queijo</strong><br>calda de rapadura · R$ 22</p><p><strong>Goiabada quente</strong><br>com creme azedo · R$ 24</p>',
                }),
              ],
            },
          ],
        }),
      ),
    ),
    section(
      { fundo: 'suave', ...CENTERED },
      item('depoimento', {
        estilo: 'destaque',
        citacao: 'Fomos por uma noite e viramos clientes de domingo.',
        autor: 'Uma família do bairro',
        nota: 5,
      }),
    ),
    named(
      'onde',
      columns(
        { alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Onde e quando', nivel: 2 }),
          item('lista', {
            itens: [
              { titulo: 'Endereço', texto: 'Rua das Laranjeiras, 100 — troque pelo seu', icone: 'local' },
              { titulo: 'Horários', texto: 'Terça a sábado, das 12h às 23h; domingo, até as 17h', icone: 'relogio' },
              { titulo: 'Telefone', texto: '(00) 0000-0000', icone: 'telefone' },
            ],
          }),
        ),
        {
          largura: 6,
          itens: [
            {
              ...item('formulario', {
                titulo: 'Reserve a sua mesa',
                descricao: 'Confirmamos por telefone.',
                texto_botao: 'Pedir reserva',
              }),
              id: 'reserva',
            },
          ],
        },
      ),
    ),
    footerSection('Comida de verdade, sem pressa.'),
  ),
};
