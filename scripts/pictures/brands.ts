/** The templates in the documentation, each with the brand that it is shown in. */
export const BRANDS: Readonly<Record<string, object>> = {
  ebook: {
    nome: 'Clareira',
    cores: cores('#2f4bdb', '#ffffff', '#1c2233', '#ffffff', '#f5f6fb'),
    fonte_titulos: 'manrope',
    fonte_texto: 'inter',
    raio: 10,
  },
  'saas-teste-gratis': {
    nome: 'Prumo',
    cores: cores('#0f6e5f', '#ffffff', '#17242a', '#ffffff', '#f1f6f4'),
    fonte_titulos: 'inter',
    fonte_texto: 'inter',
    raio: 12,
  },
  restaurante: {
    nome: 'Quintal',
    cores: cores('#c2571f', '#ffffff', '#2b211a', '#fffdf8', '#f7f0e6'),
    fonte_titulos: 'playfair-display',
    fonte_texto: 'raleway',
    raio: 6,
  },
};

function cores(primaria: string, sobre_primaria: string, texto: string, fundo: string, superficie: string): object {
  return { primaria, sobre_primaria, texto, fundo, superficie };
}
