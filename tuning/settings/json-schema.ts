import { z } from 'zod';

/** The JSON Schema of a config, from which an editor completes and explains it, or of an output. */
export function jsonSchemaText(schema: z.ZodType, title: string, io: 'input' | 'output' = 'input'): string {
  const form = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      const { usual } = jsonSchema;
      if (typeof usual === 'string') jsonSchema.description += ` (default: ${usual})`;
      delete jsonSchema['usual'];
      delete jsonSchema['value'];
    },
  });
  return `${JSON.stringify({ title, ...form })}\n`;
}
