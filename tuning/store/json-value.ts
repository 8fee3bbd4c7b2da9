import { z } from 'zod';

/** What JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export const json: z.ZodType<Json> = z.json();
