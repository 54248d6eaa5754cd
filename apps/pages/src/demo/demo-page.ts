import type { PageDocument } from '../document/page-document.js';
import type { FormRequest } from '../forms/dto/form.requests.js';
import { CENTERED, column, columns, item, named, opening, pageOf, section } from '../page-templates/template-parts.js';
import type { Brand } from '../markup/page-context.js';
import { coffeeBag, hillsAtDawn } from './demo-scenes.js';

export const DEMO_TITLE = 'Serra Alta: café por assinatura';
export const DEMO_DESCRIPTION =
  'Café da serra, torrado na semana em que chega. Escolha um plano, ou peça uma amostra grátis.';

/** The look of an invented coffee roaster. */
export const DEMO_BRAND: Omit<Brand, 'logoId'> = {
  name: 'Serra Alta',
  colors: { primary: '#a4442b', onPrimary: '#ffffff', text: '#33261e', background: '#fffdf9', surface: '#f6efe4' },
  headingFont: 'playfair-display',
  textFont: 'dm-sans',
  radius: 10,
};

export const DEMO_FORM: FormRequest = {
  nome: 'Amostra grátis',
  external_id: 'demo',
  campos: [
    { nome: 'nome', rotulo: 'Nome', tipo: 'texto', chave: 'nome', obrigatorio: true },
    {
      nome: 'email',
      rotulo: 'E-mail',
      tipo: 'email',
      chave: 'email',
      obrigatorio: true,
      exemplo: 'voce@exemplo.com.br',
    },
    {
      nome: 'preparo',
      rotulo: 'Como você prepara o seu café?',
      tipo: 'opcao',
      opcoes: [
        { valor: 'coado', rotulo: 'Coado' },
        { valor: 'espresso', rotulo: 'Espresso' },
        { valor: 'prensa', rotulo: 'Prensa francesa' },
        { valor: 'outro', rotulo: 'De outro jeito' },
      ],
    },
  ],
  texto_botao: 'Quero provar',
  mensagem_pos_envio: 'Pedido anotado! Sua amostra sai na próxima torra, que é sempre às terças.',
  exige_consentimento: true,
  texto_consentimento: 'Aceito receber e-mails da Serra Alta. Posso sair da lista quando quiser.',
};

/** The pictures of the page, by the names under which {@link demoDocument} expects their ids. */
export const DEMO_PICTURES = {
  hills: { draw: hillsAtDawn, description: 'Fileiras de café ao pé da serra, com o sol nascendo entre os morros' },
  dawn: {
    draw: () => coffeeBag({ ground: '#eddcc7', bag: '#a4442b', shade: '#7d2f1c', label: '#fbf3e6', sun: '#e9a23b' }),
    description: 'Pacote de café terracota, com o sol e a serra no rótulo',
  },
  mist: {
    draw: () => coffeeBag({ ground: '#dbe3dc', bag: '#2f5d4c', shade: '#1d4034', label: '#f4f6ee', sun: '#d9b45b' }),
    description: 'Pacote de café verde, com o sol e a serra no rótulo',
  },
  night: {
    draw: () => coffeeBag({ ground: '#dcdce6', bag: '#38406b', shade: '#232946', label: '#f3f1ec', sun: '#e2865c' }),
    description: 'Pacote de café azul, com o sol e a serra no rótulo',
  },
} as const;

export type DemoPicture = keyof typeof DEMO_PICTURES;

const LINKS = [
  { texto: 'Os cafés', link: '#cafes' },
  { texto: 'Planos', link: '#planos' },
  { texto: 'Dúvidas', link: '#duvidas' },
];

/** A page with most of what a page can hold. */
export function demoDocument(formId: string, picture: Record<DemoPicture, string>): PageDocument {
  const coffee = (which: DemoPicture, name: string, about: string) =>
    column(
      undefined,
      item('imagem', { midia_id: picture[which], proporcao: 'quadrada' }),
      item('titulo', { texto: name, nivel: 3 }),
      item('texto', { conteudo: `<p>${about}</p>`, suave: true }),
    );
  return pageOf(
    undefined,
    section(undefined, item('menu', { links: LINKS, botao: { texto: 'Provar grátis', link: '#provar' }, fixo: true })),
    columns(
      { fundo: 'gradiente', alinhamento_vertical: 'centro' },
      column(
        6,
        item('titulo', {
          texto: 'Café da serra, torrado na semana em que chega',
          nivel: 1,
          antetitulo: 'Café por assinatura',
        }),
        item('texto', {
          conteudo:
            '<p>Compramos de seis famílias produtoras, torramos em pequenos lotes e enviamos no mesmo dia. Você só precisa da água quente.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('botao', {
          texto: 'Quero uma amostra grátis',
          link: '#provar',
          tamanho: 'grande',
          secundario: { texto: 'Ver os planos', link: '#planos' },
          nota: 'Sem cartão. Uma amostra de 50 g por endereço.',
        }),
      ),
      column(6, item('imagem', { midia_id: picture.hills, proporcao: 'quadrada' })),
    ),
    section(
      { espacamento: 'pequeno', fundo: 'superficie' },
      item('lista', {
        colunas: 3,
        itens: [
          { titulo: 'Torra toda terça', texto: 'Enviada no mesmo dia, com a data no pacote.', icone: 'calendario' },
          { titulo: 'Origem no rótulo', texto: 'A família, o lote e a altitude de cada café.', icone: 'local' },
          { titulo: 'Do seu jeito', texto: 'Em grãos ou moído; pause quando viajar.', icone: 'coracao' },
        ],
      }),
    ),
    named(
      'cafes',
      section(
        CENTERED,
        ...opening(
          'Três cafés para esta estação',
          '<p>A seleção muda quatro vezes por ano, com a colheita.</p>',
          'Os cafés',
        ),
        item('colunas', {
          colunas: [
            coffee('dawn', 'Alvorada', 'Doce e encorpado. Rapadura, castanha e um final de laranja.'),
            coffee('mist', 'Neblina', 'Leve e floral. Jasmim, pêssego e acidez de maçã verde.'),
            coffee('night', 'Vigília', 'Torra mais escura. Cacau, caramelo e pouca acidez.'),
          ],
        }),
      ),
    ),
    named(
      'planos',
      section(
        { ...CENTERED, fundo: 'superficie' },
        ...opening('Um plano para cada cozinha', '<p>Mude, pause ou cancele quando quiser.</p>', 'Planos'),
        item('tabela_precos', {
          planos: [
            {
              nome: 'Para um',
              preco: 'R$ 39',
              periodo: 'por mês',
              descricao: 'Uma xícara por dia.',
              recursos: ['1 pacote de 250 g', 'Um café por vez', 'Frete incluído'],
              botao: { texto: 'Provar antes', link: '#provar' },
            },
            {
              nome: 'Para dois',
              preco: 'R$ 72',
              periodo: 'por mês',
              descricao: 'O café da manhã da casa.',
              destaque: true,
              selo: 'O preferido',
              recursos: ['2 pacotes de 250 g', 'Dois cafés diferentes', 'Frete incluído', 'Moagem à escolha'],
              botao: { texto: 'Provar antes', link: '#provar' },
            },
            {
              nome: 'Para o escritório',
              preco: 'R$ 210',
              periodo: 'por mês',
              descricao: 'Para equipes de até dez.',
              recursos: ['3 pacotes de 1 kg', 'Entrega a cada dez dias', 'Nota fiscal para empresas'],
              botao: { texto: 'Provar antes', link: '#provar' },
            },
          ],
        }),
      ),
    ),
    section(
      CENTERED,
      item('depoimento', {
        citacao: 'Assinamos para testar por um mês. Já faz dois anos, e o domingo começa pelo barulho do moedor.',
        autor: 'Assinante do plano Para dois',
        cargo: 'Belo Horizonte',
        nota: 5,
        estilo: 'destaque',
      }),
    ),
    named(
      'provar',
      columns(
        { fundo: 'escuro', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'Prove antes de assinar', nivel: 2 }),
          item('texto', {
            conteudo: '<p>Conte como você prepara o seu café, e a próxima torra separa 50 g para você.</p>',
            tamanho: 'grande',
            suave: true,
          }),
          item('lista', {
            itens: [
              { texto: 'Grátis, com o frete por nossa conta' },
              { texto: 'Moído para o seu preparo' },
              { texto: 'Sem compromisso de assinar' },
            ],
          }),
        ),
        column(6, item('formulario', { form_id: formId, titulo: 'Peça a sua amostra' })),
      ),
    ),
    named(
      'duvidas',
      section(
        { largura: 'estreita' },
        item('titulo', { texto: 'Dúvidas frequentes', nivel: 2 }),
        item('faq', {
          primeira_aberta: true,
          perguntas: [
            {
              pergunta: 'Quando o meu café chega?',
              resposta: '<p>De um a cinco dias depois da torra, conforme a distância. O rastreio vai por e-mail.</p>',
            },
            {
              pergunta: 'Posso trocar de café?',
              resposta: '<p>Sim, até a segunda-feira antes de cada torra.</p>',
            },
            {
              pergunta: 'E se eu não gostar?',
              resposta: '<p>Avise, e o próximo pacote é outro, sem custo.</p>',
            },
          ],
        }),
      ),
    ),
    section(
      { fundo: 'superficie' },
      item('rodape', {
        texto: 'Café de altitude, em pequenos lotes.',
        grupos: [{ titulo: 'A página', links: LINKS }],
        direitos: 'Página de demonstração: a empresa e os preços são inventados.',
      }),
    ),
  );
}
