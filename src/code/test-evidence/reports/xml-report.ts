import { SaxesParser } from 'saxes';
import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, type ReportBuilder, report } from './coverage-report.ts';

/** Deeper elements are in no report. */
const DEPTH_MAX = 64;

/**
 * Reads Cobertura and JaCoCo. Entities are not expanded: a report that declares any is refused, and nothing outside of
 * it is read.
 */
export function parseXmlReport(text: string): Result<CoverageReport, string> {
  if (/<!ENTITY/i.test(text)) return err('the XML declares entities, which no coverage report needs');
  const reading: Reading = {
    builder: makeReportBuilder(),
    open: [],
    format: null,
    file: null,
    pack: '',
    atMs: null,
    sources: [],
    problem: null,
    hasLines: false,
    text: '',
  };
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on('error', (cause) => {
    reading.problem ??= `the XML is garbled: ${cause.message.slice(0, 150)}`;
  });
  parser.on('opentag', ({ name, attributes }) => openElement(reading, name, attributes));
  parser.on('text', (piece) => {
    if (reading.open.at(-1) === 'source' && reading.text.length < 4_096) reading.text += piece;
  });
  parser.on('closetag', ({ name }) => closeElement(reading, name));
  // In pieces, so that a hostile text is given up at its first error.
  for (let at = 0; at < text.length && reading.problem === null; at += PIECE) parser.write(text.slice(at, at + PIECE));
  if (reading.problem === null) parser.close();
  if (reading.problem !== null) return err(reading.problem);
  if (reading.format === null)
    return err('the XML is no coverage report: its root is neither coverage (Cobertura) nor report (JaCoCo)');
  if (!reading.hasLines && reading.builder.files().length === 0) {
    return err(`the XML has the root of ${reading.format} and lists no file: Clover and others are not read`);
  }
  return report({ format: reading.format, files: reading.builder.files(), atMs: reading.atMs });
}

const PIECE = 64 * 1_024;

interface Reading {
  readonly builder: ReportBuilder;
  readonly open: string[];
  format: 'Cobertura' | 'JaCoCo' | null;
  /** File that lines belong to. */
  file: string | null;
  /** JaCoCo: the package around. */
  pack: string;
  atMs: number | null;
  readonly sources: string[];
  problem: string | null;
  hasLines: boolean;
  text: string;
}

function openElement(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  if (reading.problem !== null) return;
  if (reading.open.length === 0) openRoot(reading, name, attributes);
  if (reading.open.length >= DEPTH_MAX) reading.problem = 'the XML is nested too deeply for a coverage report';
  reading.open.push(name);
  if (reading.format === 'Cobertura') openCobertura(reading, name, attributes);
  else if (reading.format === 'JaCoCo') openJacoco(reading, name, attributes);
}

function openRoot(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'coverage') {
    reading.format = 'Cobertura';
    reading.atMs = timeOf(attributes.timestamp);
  } else if (name === 'report') reading.format = 'JaCoCo';
}

/** Seconds or milliseconds, as the tools write them. */
function timeOf(text: string | undefined): number | null {
  const found = /^\d{9,14}$/.test(text ?? '') ? Number(text) : null;
  if (found === null) return null;
  return found < 1e11 ? found * 1_000 : found;
}

function openCobertura(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'class') {
    reading.file = attributes.filename ?? null;
    if (reading.file !== null) reading.builder.open(reading.file);
    // Lines of methods stand once more below the class.
  } else if (name === 'line' && reading.file !== null) {
    addLine(reading, reading.file, attributes.number, Number(attributes.hits) > 0);
  }
}

function openJacoco(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'sessioninfo') {
    const at = timeOf(attributes.dump);
    // The first run of several: code that changed after it was not in all of them.
    if (at !== null) reading.atMs = Math.min(reading.atMs ?? at, at);
  } else if (name === 'package') reading.pack = attributes.name ?? '';
  else if (name === 'sourcefile') {
    reading.file = `${reading.pack === '' ? '' : `${reading.pack}/`}${attributes.name ?? ''}`;
    reading.builder.open(reading.file);
  } else if (name === 'line' && reading.file !== null) {
    addLine(reading, reading.file, attributes.nr, Number(attributes.ci) > 0);
  }
}

function addLine(reading: Reading, file: string, number: string | undefined, isRun: boolean): void {
  reading.hasLines = true;
  if (!reading.builder.add(file, Number(number), isRun))
    reading.problem = `the report is too large or garbled at a line of ${JSON.stringify(file.slice(0, 100))}`;
}

function closeElement(reading: Reading, name: string): void {
  reading.open.pop();
  if (name === 'class' || name === 'sourcefile') reading.file = null;
  if (name === 'source') {
    reading.sources.push(reading.text.trim());
    reading.text = '';
  }
}
