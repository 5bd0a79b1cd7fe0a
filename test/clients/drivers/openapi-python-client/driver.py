"""Calls the service through the client of openapi-python-client; see ../README.md."""

import os
import sys
import time
from pathlib import Path

from construction_documents_client import AuthenticatedClient
from construction_documents_client.api.documents import get_document, list_documents, upload_document
from construction_documents_client.api.drawing_comparisons import create_comparison, get_comparison
from construction_documents_client.api.projects import create_project
from construction_documents_client.api.search import search
from construction_documents_client.models import (
    CreateComparisonBody,
    CreateDocumentForm,
    CreateProjectBody,
    DocumentOrder,
    DocumentType,
    SortOrder,
)
from construction_documents_client.types import File

api = AuthenticatedClient(
    base_url=os.environ["CDS_URL"], token=os.environ["CDS_TOKEN"], raise_on_unexpected_status=True
)


def until(ask, has_ended):
    for _ in range(600):
        answer = ask()
        if has_ended(answer):
            return answer
        time.sleep(0.2)
    raise TimeoutError(answer)


def upload(path, **fields):
    with open(path, "rb") as content:
        file = File(payload=content, file_name=Path(path).name, mime_type="application/pdf")
        form = CreateDocumentForm(project_id=project.id, document_type=DocumentType.DRAWING, file=file, **fields)
        return upload_document.sync(client=api, body=form)


project = create_project.sync(client=api, body=CreateProjectBody(name="openapi-python-client"))
print("create project:", project.status.value)
older = upload(sys.argv[1])
newer = upload(sys.argv[2], revision_of=older.id)
print("upload:", older.filename, newer.filename)
read = [
    until(lambda: get_document.sync(each.id, client=api), lambda document: document.text_status is not None)
    for each in (older, newer)
]
print("wait:", *(f"{document.processing_status.value} {document.sheets[0].revision}" for document in read))
page = list_documents.sync(
    client=api,
    project_id=project.id,
    document_type="DRAWING",
    processing_status="PROCESSED",
    created_at_start=project.created_at.isoformat(),
    sort_by=DocumentOrder.FILENAME,
    sort_order=SortOrder.DESC,
    size=1,
    compact=True,
)
print("list with filters:", page.total, page.items[0].filename, page.items[0].document_type)
pair = CreateComparisonBody(original_document_id=older.id, comparison_document_id=newer.id)
created = create_comparison.sync(client=api, body=pair)
comparison = until(
    lambda: get_comparison.sync(created.drawing_comparison_id, client=api).drawing_comparison,
    lambda each: each.status.value in ("ready", "failed"),
)
print("compare:", comparison.status.value, comparison.original_drawing_revision, comparison.comparison_drawing_revision)
items = [each for each in comparison.items if each.bounding_box.width > 0]
print("read items:", *(f"{each.kind.value} {each.difference_rating}" for each in items))
found = search.sync(client=api, query="A-101", project_id=project.id)
print("search:", found.total, found.items[0].type_.value, found.items[0].reference)
