"""Calls the service through the client of openapi-generator's `python`; see ../README.md."""

import os
import sys
import time

import openapi_client as client

api = client.ApiClient(client.Configuration(host=os.environ["CDS_URL"], access_token=os.environ["CDS_TOKEN"]))
documents = client.DocumentsApi(api)
comparisons = client.DrawingComparisonsApi(api)


def until(ask, has_ended):
    for _ in range(600):
        answer = ask()
        if has_ended(answer):
            return answer
        time.sleep(0.2)
    raise TimeoutError(answer)


def upload(path, **fields):
    with open(path, "rb") as file:
        content = (os.path.basename(path), file.read())
    return documents.upload_document(project.id, content, document_type=client.DocumentType.DRAWING, **fields)


project = client.ProjectsApi(api).create_project(client.CreateProjectBody(name="python"))
print("create project:", project.status.value)
older = upload(sys.argv[1])
newer = upload(sys.argv[2], revision_of=older.id)
print("upload:", older.filename, newer.filename)
read = [
    until(lambda: documents.get_document(each.id), lambda document: document.text_status is not None)
    for each in (older, newer)
]
print("wait:", *(f"{document.processing_status.value} {document.sheets[0].revision}" for document in read))
page = documents.list_documents(
    project.id,
    document_type="DRAWING",
    processing_status="PROCESSED",
    created_at_start=project.created_at.isoformat(),
    sort_by=client.DocumentOrder.FILENAME,
    sort_order=client.SortOrder.DESC,
    size=1,
    compact=True,
)
print("list with filters:", page.total, page.items[0].filename, page.items[0].document_type)
created = comparisons.create_comparison(
    client.CreateComparisonBody(original_document_id=older.id, comparison_document_id=newer.id)
)
comparison = until(
    lambda: comparisons.get_comparison(created.drawing_comparison_id).drawing_comparison,
    lambda each: each.status.value in ("ready", "failed"),
)
print("compare:", comparison.status.value, comparison.original_drawing_revision, comparison.comparison_drawing_revision)
items = [item.actual_instance for item in comparison.items]
print("read items:", *(f"{each.kind.value} {each.difference_rating}" for each in items if each.bounding_box.width > 0))
found = client.SearchApi(api).search("A-101", project_id=project.id)
print("search:", found.total, found.items[0].type, found.items[0].reference)
