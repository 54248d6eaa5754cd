export { TxtLookup, type TxtAnswers } from './txt-lookup.js';
