import { html as markup } from '#libs/core/html';
import { choice, exactObject } from '../../document/fields.js';
import { defineItem } from '../item.js';

export const SPACE = defineItem({
  tipo: 'espaco',
  nome: 'Espaço',
  grupo: 'estrutura',
  esquema: exactObject({ tamanho: choice('Tamanho', ['pequeno', 'medio', 'grande', 'enorme'], 'medio') }),
  css: `.c>.sp,.c>.sp+*{margin-top:0}.sp{height:1rem}.sp.m{height:2rem}.sp.g4{height:4rem}.sp.e{height:7rem}`,
  render: ({ tamanho = 'medio' }) =>
    markup`<div class="sp${{ pequeno: '', medio: ' m', grande: ' g4', enorme: ' e' }[tamanho]}"></div>`,
});
