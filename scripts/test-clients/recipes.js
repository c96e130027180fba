/**
 * The recipes of docs/testing.md, as they stand there. As a program it writes those in C# as one:
 *
 *   node scripts/test-clients/recipes.js FOLDER
 */
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.join(__dirname, '../..');
const PAGE = path.join(ROOT, 'docs/testing.md');

/** @typedef {'ts' | 'csharp' | 'sh'} Language */
/** @typedef {{ readonly title: string, readonly code: Readonly<Record<Language, string>> }} Recipe */

/** @returns {{ readonly beginning: Recipe['code'], readonly recipes: readonly Recipe[] }} */
function readRecipes() {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('\n## Recipes\n');
  const [beginning = '', ...parts] = section.split('\n### ');
  return {
    beginning: codeIn(beginning),
    recipes: parts.map((part) => ({ title: part.slice(0, part.indexOf('\n')), code: codeIn(part) })),
  };
}

/**
 * @param {string} text
 * @returns {Recipe['code']} an empty text where a language has no block
 */
function codeIn(text) {
  const of = (/** @type {Language} */ language) =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
      .map(([, code]) => code)
      .join('\n');
  return { ts: of('ts'), csharp: of('csharp'), sh: of('sh') };
}

/** What recipe 8 replays: @param {string} folder the one that holds `recorded` */
function writeRecorded(folder) {
  const recorded = path.join(folder, 'recorded');
  mkdirSync(recorded, { recursive: true });
  const call = {
    operation: 'SelectEvents',
    arguments: { month: 3, year: 2026 },
    result: 'as the legacy said',
  };
  writeFileSync(path.join(recorded, 'SelectEvents_3_2026.json'), JSON.stringify(call));
  const fault = { code: 'Client', text: 'month must be from 1 to 12.' };
  const faulty = { operation: 'SelectEvents', arguments: { month: 13, year: 2026 }, fault };
  writeFileSync(path.join(recorded, 'SelectEvents_13_2026.json'), JSON.stringify(faulty));
  writeFileSync(
    path.join(recorded, 'source.json'),
    '{"upstream":"http://legacy/Events.asmx","namespace":"http://tempuri.org/"}',
  );
}

/** A program that says of each recipe that it passed: @param {string} folder */
function writeProgram(folder) {
  const { beginning, recipes } = readRecipes();
  const runs = recipes.map(
    ({ title, code }) =>
      `await Run("${title.replaceAll('"', "'").replaceAll('`', '')}", async () =>\n{\n${code.csharp}});\n`,
  );
  const frame = `
var failures = 0;
async Task Run(string title, Func<Task> recipe)
{
    try
    {
        await recipe();
        Console.WriteLine($"passed\\t{title}");
    }
    catch (Exception error)
    {
        failures++;
        Console.WriteLine($"failed\\t{title}\\t{error.GetType().Name}: {error.Message.ReplaceLineEndings(" ")}");
    }
}
`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'Program.cs'),
    `${beginning.csharp}${frame}\n${runs.join('\n')}\nreturn failures;\n`,
  );
  cpSync(path.join(ROOT, 'clients/dotnet/EventsQueryControl.cs'), path.join(folder, 'EventsQueryControl.cs'));
  writeFileSync(
    path.join(folder, 'Recipes.csproj'),
    `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
</Project>
`,
  );
  writeRecorded(folder);
}

module.exports = { readRecipes, writeRecorded };

if (require.main === module) {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new Error('A folder for the program is missing.');
  writeProgram(folder);
}
