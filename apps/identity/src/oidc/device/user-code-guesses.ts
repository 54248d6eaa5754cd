import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ContextSlot, Problem } from '#libs/core/http';
import { clientNetworkOf } from '#libs/core/networks';
import { inTime, problemPage } from '../../browser-pages/problem-page.js';
import { sendPage } from '../../browser-pages/send-page.js';
import { deviceTexts } from '../../browser-pages/texts/device.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';
import { GuessLimit, type Guess } from '../../passwords/guess-limit.js';

const CURRENT = new ContextSlot<Guess>('guess of a user code');

/** Counts the code of the request being served as a wrong one. */
export const markWrongCode = (): void => CURRENT.get()?.markWrong();

/** Limits the wrong user codes from one network as wrong passwords of an account are: ten in fifteen minutes. */
@Injectable()
export class UserCodeGuesses {
  constructor(private readonly guesses: GuessLimit) {}

  /** Serves a request with a user code; over the limit it answers 429 itself. */
  async limited(request: Request, response: Response, serve: () => Promise<void>): Promise<void> {
    const guess = await this.begin(request, response);
    if (!guess) return;
    CURRENT.set(guess);
    try {
      await serve();
    } finally {
      guess.end();
    }
  }

  private async begin(request: Request, response: Response): Promise<Guess | undefined> {
    try {
      return await this.guesses.begin(`user code from ${clientNetworkOf(request.ip ?? '') ?? 'unknown'}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'Throttling') throw error;
      const retryAfter = error.headers?.['Retry-After'];
      if (retryAfter) response.setHeader('Retry-After', retryAfter);
      const text = signInTexts().tooMany(inTime(retryAfter));
      sendPage(response, 429, problemPage({ title: deviceTexts().enter.title, text }));
      return undefined;
    }
  }
}
