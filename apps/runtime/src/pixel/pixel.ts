import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { DirectAnswer } from '#libs/core/http';
import { Bundle } from '../bundles/bundle.js';
import { PIXEL_SCRIPT } from './pixel-script.js';

/** The script of `/pixel.js`, in memory. */
@Injectable()
export class Pixel {
  private readonly bundle = new Bundle(Buffer.from(PIXEL_SCRIPT), 'text/javascript; charset=utf-8');

  answer({ headers }: IncomingMessage): DirectAnswer {
    return this.bundle.answer(headers['accept-encoding'], headers['if-none-match']);
  }
}
