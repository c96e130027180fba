/**
 * What databases write into CSV where there is no value: SQL Server's and MySQL's `NULL`, MySQL's `\N`. Text that is so
 * called stands in quotes, as PostgreSQL's COPY has it.
 */
export function isNullCell(text: string): boolean {
  return text === 'NULL' || text === '\\N';
}
