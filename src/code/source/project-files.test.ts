import { expect, test } from 'vitest';
import { isSample, isTemplate } from './project-files.ts';

test.each([
  ['kit/src/main/resources/archetype-resources/pom.xml', true],
  ['kit/src/main/resources/kept/shop/pom.xml', true],
  ['kit/src/maven/resources/pom.xml', true],
  ['engine/src/kit/resources/main.cpp', false],
  ['src/main/resources/kept/pom.xml', true],
  ['src/services/resources/pom.xml', false],
  ['kit/src/main/resources/static/app/package.json', false],
  ['kit/src/main/java/shop/resources/Examples.java', false],
  ['kit/pom.xml', false],
] as const)('whether %s is a sample, as what an archive of Java holds unbuilt is: %s', (path, isThere) => {
  expect(isSample(path)).toBe(isThere);
});

test.each([
  ['lib/theme_template/Gemfile', true],
  ['ios-spm-template/App/Package.swift', true],
  ['android-template/app/build.gradle', true],
  ['myapp/config.ru', true],
  ['myapp/config/routes.rb', true],
  ['myapp/urls.py', false],
  ['MyApp/Program.cs', false],
  ['lib/my_app/config.ex', false],
  ['lib/email_template/package.json', false],
] as const)('whether %s is what others copy, try or only work with: %s', (path, isThere) => {
  expect(isSample(path)).toBe(isThere);
});

test('what a program copies into the projects that it makes is a template, mails of an application are none', () => {
  expect(isTemplate('cli/template/extras/src/db/with-mysql.ts')).toBe(true);
  expect(isTemplate('packages/create-app/template-vue/vite.config.ts')).toBe(true);
  expect(isTemplate('server/emails/templates/base-email.tsx')).toBe(false);
});
