import { html as markup } from '#libs/core/html';
import { choice, exactObject } from '../../document/fields.js';
import { defineItem } from '../item.js';

export const DIVIDER = defineItem({
  tipo: 'divisor',
  nome: 'Divisor',
  grupo: 'estrutura',
  esquema: exactObject({ estilo: choice('Estilo', ['linha', 'pontilhado', 'curto'], 'linha') }),
  css: `hr{height:0;margin:0;border:0;border-top:1px solid var(--l)}.c>hr,.c>hr+*{margin-top:2rem}hr.do{border-top:2px dotted var(--e)}hr.cu{width:4rem;border-top:4px solid var(--p);border-radius:2px}.ctr hr.cu{margin-inline:auto}`,
  render: ({ estilo = 'linha' }) => markup`<hr class="${{ linha: '', pontilhado: 'do', curto: 'cu' }[estilo]}">`,
});
