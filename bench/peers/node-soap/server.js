// Runs node-soap's own example of a server on Express, over the WSDL of the service.
const { readFileSync } = require('node:fs');
const path = require('node:path');
const express = require('express');
const { Pool } = require('pg');
const soap = require('soap');

process.env.NODE_ENV = 'production';
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 });

const operations = {
  /** @param {{ from: string, to: string }} call */
  SelectEventsRanged: ({ from, to }) => ({
    SelectEventsRangedResult: `events from ${from} to ${to}: ${'x'.repeat(71)}`,
  }),
  /** @param {{ intEventID: number }} call */
  SelectEvent: async ({ intEventID }) => {
    const { rows } = await pool.query({
      name: 'event',
      text: 'SELECT json FROM event WHERE id = $1',
      values: [intEventID],
    });
    return { SelectEventResult: rows[0]?.json ?? 'null' };
  },
};

const wsdl = readFileSync(path.join(__dirname, '../../../wsdl/Events.wsdl'), 'utf8');
const app = express();
app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  soap.listen(
    app,
    '/WebServices/Events.asmx',
    { Events: { EventsSoap: operations, EventsSoap12: operations } },
    wsdl,
  );
});
