import * as exportDocumentation from './documentation/export-documentation.ts';
import * as exportDocumentationYaml from './documentation/export-documentation-yaml.ts';
import * as getAgent from './documentation/get-agent.ts';
import * as listAgents from './documentation/list-agents.ts';
import * as correctSheet from './documents/correct-sheet.ts';
import * as createDocument from './documents/create-document.ts';
import * as deleteDocument from './documents/delete-document.ts';
import * as deleteDocuments from './documents/delete-documents.ts';
import * as deleteSheetTemplate from './documents/delete-sheet-template.ts';
import * as downloadDocument from './documents/download-document.ts';
import * as downloadDocuments from './documents/download-documents.ts';
import * as drawDocumentPage from './documents/draw-document-page.ts';
import * as exportDocumentTables from './documents/export-document-tables.ts';
import * as findInDocument from './documents/find-in-document.ts';
import * as getDocument from './documents/get-document.ts';
import * as getDocumentPage from './documents/get-document-page.ts';
import * as getDocumentVersion from './documents/get-document-version.ts';
import * as listDocumentPages from './documents/list-document-pages.ts';
import * as listDocumentSymbols from './documents/list-document-symbols.ts';
import * as listDocumentTables from './documents/list-document-tables.ts';
import * as listDocumentVersions from './documents/list-document-versions.ts';
import * as listDocuments from './documents/list-documents.ts';
import * as listDocumentsByIds from './documents/list-documents-by-ids.ts';
import * as listSheetReferences from './documents/list-sheet-references.ts';
import * as listSheetRevisions from './documents/list-sheet-revisions.ts';
import * as listSheetTemplates from './documents/list-sheet-templates.ts';
import * as openSealedLink from './documents/open-sealed-link.ts';
import * as registerDocument from './documents/register-document.ts';
import * as reprocessDocument from './documents/reprocess-document.ts';
import * as restoreDocument from './documents/restore-document.ts';
import * as searchDocuments from './documents/search-documents.ts';
import * as updateDocument from './documents/update-document.ts';
import * as updateDocumentContent from './documents/update-document-content.ts';
import * as updateDocuments from './documents/update-documents.ts';
import * as uploadDocument from './documents/upload-document.ts';
import * as createComparison from './drawing-comparisons/create-comparison.ts';
import * as createSetComparison from './drawing-comparisons/create-set-comparison.ts';
import * as deleteComparison from './drawing-comparisons/delete-comparison.ts';
import * as deleteSetComparison from './drawing-comparisons/delete-set-comparison.ts';
import * as exportComparison from './drawing-comparisons/export-comparison.ts';
import * as getComparison from './drawing-comparisons/get-comparison.ts';
import * as getSetComparison from './drawing-comparisons/get-set-comparison.ts';
import * as listComparisons from './drawing-comparisons/list-comparisons.ts';
import * as listSetComparisons from './drawing-comparisons/list-set-comparisons.ts';
import * as listSetReferences from './drawing-comparisons/list-set-references.ts';
import * as updateComparisonItem from './drawing-comparisons/update-comparison-item.ts';
import * as listEmailActivities from './email-activities/list-email-activities.ts';
import * as createEmailTemplate from './email-templates/create-email-template.ts';
import * as deleteEmailTemplate from './email-templates/delete-email-template.ts';
import * as getEmailTemplate from './email-templates/get-email-template.ts';
import * as listEmailTemplates from './email-templates/list-email-templates.ts';
import * as previewEmailTemplate from './email-templates/preview-email-template.ts';
import * as updateEmailTemplate from './email-templates/update-email-template.ts';
import * as auditProject from './events/audit-project.ts';
import * as getDocumentHistory from './events/get-document-history.ts';
import * as getExternalSystemHistory from './events/get-external-system-history.ts';
import * as getProjectHistory from './events/get-project-history.ts';
import * as getTaskHistory from './events/get-task-history.ts';
import * as listEvents from './events/list-events.ts';
import * as createExternalSystem from './external-systems/create-external-system.ts';
import * as createOrganizationExternalSystem from './external-systems/create-organization-external-system.ts';
import * as deleteExternalSystem from './external-systems/delete-external-system.ts';
import * as deleteOrganizationExternalSystem from './external-systems/delete-organization-external-system.ts';
import * as geocode from './external-systems/geocode.ts';
import * as getExternalSystem from './external-systems/get-external-system.ts';
import * as getOrganizationExternalSystem from './external-systems/get-organization-external-system.ts';
import * as listExternalSystems from './external-systems/list-external-systems.ts';
import * as listOrganizationExternalSystems from './external-systems/list-organization-external-systems.ts';
import * as testExternalSystem from './external-systems/test-external-system.ts';
import * as testOrganizationExternalSystem from './external-systems/test-organization-external-system.ts';
import * as updateExternalSystem from './external-systems/update-external-system.ts';
import * as updateOrganizationExternalSystem from './external-systems/update-organization-external-system.ts';
import * as mcp from './mcp/mcp.ts';
import * as protectedResource from './mcp/protected-resource.ts';
import * as getNotificationPreferences from './notification-preferences/get-notification-preferences.ts';
import * as putNotificationPreferences from './notification-preferences/put-notification-preferences.ts';
import * as unsubscribe from './notification-preferences/unsubscribe.ts';
import * as unsubscribePage from './notification-preferences/unsubscribe-page.ts';
import * as createOrganization from './organizations/create-organization.ts';
import * as deleteOrganization from './organizations/delete-organization.ts';
import * as getMe from './organizations/get-me.ts';
import * as getOrganization from './organizations/get-organization.ts';
import * as listOrganizations from './organizations/list-organizations.ts';
import * as updateOrganization from './organizations/update-organization.ts';
import * as createProject from './projects/create-project.ts';
import * as deleteMember from './projects/delete-member.ts';
import * as deleteProject from './projects/delete-project.ts';
import * as getProject from './projects/get-project.ts';
import * as listMembers from './projects/list-members.ts';
import * as listProjects from './projects/list-projects.ts';
import * as putMember from './projects/put-member.ts';
import * as updateProject from './projects/update-project.ts';
import * as health from './public/health.ts';
import * as landingPage from './public/landing-page.ts';
import * as openapi from './public/openapi.ts';
import * as referenceAsset from './public/reference-asset.ts';
import * as referenceDocs from './public/reference-docs.ts';
import * as referenceRedoc from './public/reference-redoc.ts';
import * as createReport from './reports/create-report.ts';
import * as deleteReport from './reports/delete-report.ts';
import * as downloadReport from './reports/download-report.ts';
import * as getReport from './reports/get-report.ts';
import * as listReports from './reports/list-reports.ts';
import * as search from './search/search.ts';
import * as suggest from './search/suggest.ts';
import * as getSheet from './sheets/get-sheet.ts';
import * as listSheetRecipients from './sheets/list-sheet-recipients.ts';
import * as listSheets from './sheets/list-sheets.ts';
import * as updateSheet from './sheets/update-sheet.ts';
import * as createTask from './tasks/create-task.ts';
import * as deleteTask from './tasks/delete-task.ts';
import * as getTask from './tasks/get-task.ts';
import * as listTasks from './tasks/list-tasks.ts';
import * as updateTask from './tasks/update-task.ts';
import * as createTransmittal from './transmittals/create-transmittal.ts';
import * as deleteTransmittal from './transmittals/delete-transmittal.ts';
import * as downloadTransmittalArchive from './transmittals/download-transmittal-archive.ts';
import * as downloadTransmittedDocument from './transmittals/download-transmitted-document.ts';
import * as getTransmittal from './transmittals/get-transmittal.ts';
import * as listTransmittals from './transmittals/list-transmittals.ts';
import * as openTransmittal from './transmittals/open-transmittal.ts';
import * as abortUpload from './uploads/abort-upload.ts';
import * as completeUpload from './uploads/complete-upload.ts';
import * as listUploadParts from './uploads/list-upload-parts.ts';
import * as presignUpload from './uploads/presign-upload.ts';
import * as signUploadParts from './uploads/sign-upload-parts.ts';
import * as createViewerLink from './viewer-links/create-viewer-link.ts';
import * as openViewerLink from './viewer-links/open-viewer-link.ts';
import * as createWebhook from './webhooks/create-webhook.ts';
import * as deleteWebhook from './webhooks/delete-webhook.ts';
import * as getWebhook from './webhooks/get-webhook.ts';
import * as listWebhookDeliveries from './webhooks/list-webhook-deliveries.ts';
import * as listWebhooks from './webhooks/list-webhooks.ts';
import * as replayWebhook from './webhooks/replay-webhook.ts';
import * as rotateWebhookSecret from './webhooks/rotate-webhook-secret.ts';
import * as testWebhook from './webhooks/test-webhook.ts';
import * as updateWebhook from './webhooks/update-webhook.ts';

/**
 * Adds to the exports of each operation's module its group and its path: the group's folder, under the operation's id.
 */
const group = <M extends { operation: { id: string } }>(name: string, modules: readonly M[]) =>
  modules.map((exports) => ({ ...exports, group: name, module: `functions/${name}/${exports.operation.id}.ts` }));

/**
 * Every operation of the API. Functions, routes, roles, grants, the OpenAPI document, the local gateway and the
 * contract tests are derived from this list.
 */
export const operations = [
  ...group('public', [landingPage, health, openapi, referenceDocs, referenceRedoc, referenceAsset]),
  ...group('projects', [
    listProjects,
    createProject,
    getProject,
    updateProject,
    deleteProject,
    listMembers,
    putMember,
    deleteMember,
  ]),
  ...group('organizations', [
    getMe,
    listOrganizations,
    createOrganization,
    getOrganization,
    updateOrganization,
    deleteOrganization,
  ]),
  ...group('tasks', [listTasks, createTask, getTask, updateTask, deleteTask]),
  ...group('documents', [
    listDocuments,
    searchDocuments,
    listDocumentsByIds,
    createDocument,
    uploadDocument,
    registerDocument,
    downloadDocuments,
    getDocument,
    updateDocument,
    updateDocuments,
    deleteDocument,
    deleteDocuments,
    restoreDocument,
    listDocumentVersions,
    getDocumentVersion,
    listDocumentPages,
    getDocumentPage,
    listSheetReferences,
    listSheetRevisions,
    listDocumentTables,
    exportDocumentTables,
    listDocumentSymbols,
    updateDocumentContent,
    downloadDocument,
    reprocessDocument,
    correctSheet,
    listSheetTemplates,
    deleteSheetTemplate,
    drawDocumentPage,
    findInDocument,
    openSealedLink,
  ]),
  ...group('viewer-links', [createViewerLink, openViewerLink]),
  ...group('sheets', [listSheets, getSheet, updateSheet, listSheetRecipients]),
  ...group('transmittals', [
    listTransmittals,
    createTransmittal,
    getTransmittal,
    deleteTransmittal,
    openTransmittal,
    downloadTransmittedDocument,
    downloadTransmittalArchive,
  ]),
  ...group('drawing-comparisons', [
    listComparisons,
    createComparison,
    getComparison,
    deleteComparison,
    exportComparison,
    updateComparisonItem,
    listSetComparisons,
    createSetComparison,
    getSetComparison,
    listSetReferences,
    deleteSetComparison,
  ]),
  ...group('reports', [listReports, createReport, getReport, deleteReport, downloadReport]),
  ...group('events', [
    listEvents,
    getDocumentHistory,
    getTaskHistory,
    getProjectHistory,
    auditProject,
    getExternalSystemHistory,
  ]),
  ...group('webhooks', [
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    testWebhook,
    replayWebhook,
    listWebhookDeliveries,
  ]),
  ...group('search', [search, suggest]),
  ...group('mcp', [mcp, protectedResource]),
  ...group('uploads', [presignUpload, signUploadParts, listUploadParts, completeUpload, abortUpload]),
  ...group('email-templates', [
    listEmailTemplates,
    createEmailTemplate,
    getEmailTemplate,
    updateEmailTemplate,
    deleteEmailTemplate,
    previewEmailTemplate,
  ]),
  ...group('documentation', [exportDocumentation, exportDocumentationYaml, listAgents, getAgent]),
  ...group('email-activities', [listEmailActivities]),
  ...group('notification-preferences', [
    getNotificationPreferences,
    putNotificationPreferences,
    unsubscribePage,
    unsubscribe,
  ]),
  ...group('external-systems', [
    listExternalSystems,
    createExternalSystem,
    getExternalSystem,
    updateExternalSystem,
    deleteExternalSystem,
    testExternalSystem,
    geocode,
    listOrganizationExternalSystems,
    createOrganizationExternalSystem,
    getOrganizationExternalSystem,
    updateOrganizationExternalSystem,
    deleteOrganizationExternalSystem,
    testOrganizationExternalSystem,
  ]),
];
