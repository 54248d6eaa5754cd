import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, sendDirectAnswer } from '#libs/core/http';
import { Pixel } from './pixel.js';

/** The script that counts. With direct routes it is answered before; see runtime.ts. */
@ApiTags('Tráfego')
@Controller('pixel.js')
export class PixelController {
  constructor(private readonly pixel: Pixel) {}

  @Get()
  @Public()
  @Operation({
    summary: 'O script que conta visitas',
    description: 'Páginas publicadas o trazem; em outros sites ele vem do snippet de um pixel. Guardado por uma hora.',
    success: [
      { status: 200, contentType: 'text/javascript' },
      { status: 304, description: 'O cliente já tem este arquivo' },
    ],
    anyQuery: true,
  })
  script(@Req() request: Request, @Res() response: Response): void {
    sendDirectAnswer(response, this.pixel.answer(request));
  }
}
