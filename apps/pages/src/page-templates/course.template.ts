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

export const COURSE: PageTemplate = {
  id: 'curso-online',
  nome: 'Curso online',
  descricao: 'Matrícula em um curso, com módulos, garantia e turma.',
  template: pageOf(
    { fonte_titulos: 'poppins', fonte_texto: 'nunito' },
    menuSection({ texto: 'Matricular-se', link: '#matricula' }, [
      { texto: 'Módulos', link: '#modulos' },
      { texto: 'Investimento', link: '#investimento' },
    ]),
    columns(
      { fundo: 'gradiente', espacamento: 'grande', alinhamento_vertical: 'centro' },
      column(
        6,
        item('titulo', {
          texto: 'Fotografia de produto com o celular que você já tem',
          nivel: 1,
          antetitulo: 'Curso online · 6 módulos',
        }),
        item('texto', {
          conteudo:
            '<p>Luz de janela, fundo de papel e meia dúzia de escolhas bem feitas. Em quatro semanas, a sua vitrine muda de cara.</p>',
          tamanho: 'grande',
          suave: true,
        }),
        item('botao', {
          texto: 'Quero aprender',
          link: '#matricula',
          tamanho: 'grande',
          seta: true,
          secundario: { texto: 'Ver os módulos', link: '#modulos' },
        }),
      ),
      column(6, item('imagem', { ilustracao: 'curso', decorativa: true })),
    ),
    named(
      'modulos',
      section(
        {},
        ...opening(
          'Seis módulos, um exercício por dia',
          '<p>Aulas de dez minutos e uma foto para entregar depois de cada uma.</p>',
          'Programa',
        ),
        item('lista', {
          estilo: 'cartoes',
          colunas: 3,
          itens: [
            { titulo: 'Ver a luz', texto: 'Onde a luz nasce, para onde vai e o que ela revela.', icone: 'alvo' },
            { titulo: 'Compor', texto: 'Três esquemas que servem para quase tudo.', icone: 'estrela' },
            { titulo: 'Fundo e apoio', texto: 'Papel, tecido e madeira sem gastar muito.', icone: 'presente' },
            { titulo: 'Cor', texto: 'Como deixar o branco branco e o resto verdadeiro.', icone: 'coracao' },
            { titulo: 'Edição', texto: 'Cinco ajustes em um aplicativo gratuito.', icone: 'raio' },
            { titulo: 'Vitrine', texto: 'A série completa, pronta para publicar.', icone: 'certo' },
          ],
        }),
      ),
    ),
    columns(
      { fundo: 'superficie', alinhamento_vertical: 'centro' },
      column(
        7,
        item('depoimento', {
          estilo: 'destaque',
          citacao: 'Entreguei a primeira foto com vergonha e a última com orgulho.',
          autor: 'Aluna da segunda turma',
          cargo: 'Ateliê de cerâmica',
          nota: 5,
        }),
      ),
      column(
        5,
        item('titulo', { texto: 'Para quem é', nivel: 2 }),
        item('lista', {
          itens: [
            { texto: 'Quem vende pela internet e faz as próprias fotos' },
            { texto: 'Quem quer depender menos de banco de imagens' },
            { texto: 'Quem nunca estudou fotografia' },
          ],
        }),
      ),
    ),
    named(
      'investimento',
      section(
        CENTERED,
        ...opening('Investimento'),
        item('tabela_precos', {
          planos: [
            {
              nome: 'Curso',
              preco: 'R$ 290',
              periodo: 'ou 6 vezes',
              recursos: ['Seis módulos', 'Acesso por um ano', 'Certificado'],
              botao: { texto: 'Quero este', link: '#matricula' },
            },
            {
              nome: 'Curso com acompanhamento',
              preco: 'R$ 490',
              periodo: 'ou 6 vezes',
              destaque: true,
              selo: 'Turma pequena',
              recursos: ['Tudo do curso', 'Correção das suas fotos', 'Quatro encontros ao vivo'],
              botao: { texto: 'Quero este', link: '#matricula' },
            },
          ],
          nota: 'Sete dias para desistir, com devolução integral.',
        }),
      ),
    ),
    named(
      'matricula',
      columns(
        { fundo: 'primaria', alinhamento_vertical: 'centro' },
        column(
          6,
          item('titulo', { texto: 'A próxima turma começa em março', nivel: 2 }),
          item('texto', {
            conteudo: '<p>Deixe seus dados e enviamos o passo a passo da matrícula.</p>',
            tamanho: 'grande',
          }),
        ),
        column(6, item('formulario', { titulo: 'Pré-matrícula', texto_botao: 'Quero a minha vaga' })),
      ),
    ),
    footerSection('Aulas curtas para quem faz com as mãos.'),
  ),
};
