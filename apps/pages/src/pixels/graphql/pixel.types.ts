import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { PixelObject } from '../pixel.dto.js';

const pixels = connectionOf('Pixel', PixelObject, { max: 200, position: ({ pixel }) => [pixel.id] });

@ArgsType()
export class PixelConnectionArgs extends pixels.Args {}

@ObjectType()
export class PixelConnection extends pixels.Connection {}
