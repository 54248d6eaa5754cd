import { inject } from 'vitest';
import { setPatience } from '../../libs/test/testing/src/patience.js';

setPatience(inject('patience'));
